// Does: speaks MCP on stdin and stdout for one agent: lists what twind offers it and hands its calls on.
// Reads: messages of the AI client on stdin; answers of twind on the agent's socket; twin.toml, to say whether the agent is declared.
// May: connect to that one socket and write results to stdout and one-line complaints to stderr.
// May not: open mail or state, start a program, reach a network, decide anything, pass a person's confirmation.
// If taken over: it runs as the person and could do what the person can; so it parses strictly, caps everything, and twind trusts nothing of it but its socket.
// Proof: twin mcp lists exactly what twind offers this agent; is answered every call, of which twind makes as many as an agent has, and the flood is recorded;
// comes as data that is marked, and no word of it stands in names, descriptions, errors, instructions or the log;
// does not run for another agent's token, which is burned for both; ends the process, also in the middle of a call, which twind gives up
import { mcp } from './mcp.ts'

void mcp(process.argv.slice(2)).then(code => process.exit(code))
