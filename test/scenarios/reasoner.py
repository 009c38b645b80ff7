# A person's own program as the actor of a step: reads the records of one message, asks a service of theirs over the lane that twind
# relays, writes a decision and proposes a flag. Nothing but Python's own library; it knows of twin only what docs say.
import json, os, socket

channel = socket.socket(fileno=3)
start = json.loads(channel.makefile().readline())
records = start["inputs"]["records"]
[name] = [records] if os.path.isfile(records) else [os.path.join(records, one) for one in os.listdir(records)]
record = json.load(open(name))
record = record[0] if isinstance(record, list) else record

tried = {}
try:
    socket.create_connection(("127.0.0.1", start["config"]["elsewhere"]), 2).close()
    tried["connect"] = True
except OSError:
    tried["connect"] = False

lane = socket.socket(fileno=4)
lane.sendall((json.dumps(record) + "\n").encode())
answer = lane.makefile().readline().strip()
lane.close()

with open(os.path.join(start["outputs"]["decisions"], "record.json"), "w") as out:
    json.dump({"kind": answer, "connected": tried["connect"]}, out)
handle = start["message"]["handle"]
if answer == "large":
    with open(os.path.join(start["message"]["spool"], handle + ".0.json"), "w") as out:
        out.write(json.dumps({"op": "flag.add", "handle": handle, "to": "flagged", "nonce": handle + "-0"}) + "\n")
