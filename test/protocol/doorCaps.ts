// The caps of the doors and of the lock of an instance, and the tests that attack each. Part of capsElsewhere.ts.

/** `file`: below test/, without .test.ts. */
export const ELSEWHERE = {
  CALL_BYTES: {
    file: 'daemon/doors/openDoor',
    titles: [
      'a call of the cap is taken and one byte more is refused',
      'a body without a length is cut off at the cap',
    ],
  },
  OUTCOME_BYTES: {
    file: 'daemon/doors/openDoor',
    titles: ['an outcome of the cap is given and one byte more is refused'],
  },
  CALLS_AT_ONCE: {
    file: 'daemon/doors/openDoor',
    titles: ['calls of the cap run at once and one more is refused'],
  },
  SOCKET_PATH_BYTES_LINUX: {
    file: 'daemon/doors/doorPath',
    titles: ['a socket path of the cap is served and one byte more is refused before anything is made'],
  },
  SOCKET_PATH_BYTES_DARWIN: {
    file: 'daemon/doors/doorPath',
    titles: ['the cap of each system is the one that its kernel has'],
  },
  LOCK_SECONDS: {
    file: 'daemon/lockPatience',
    titles: ['a call waits for another as long as the cap and is then refused with its process'],
  },
  DOOR_CONNECTIONS: {
    file: 'daemon/doors/openDoor',
    titles: ['connections of the cap are taken and one more is closed'],
  },
  DOOR_HEAD_BYTES: {
    file: 'daemon/doors/openDoor',
    titles: ['a head of the cap is taken and a longer one is refused'],
  },
  DOOR_SECONDS: {
    file: 'daemon/doors/openDoor',
    titles: [
      'a connection that sends %s is closed when its time is over, and not before',
      'a call may take longer than a connection may be idle',
    ],
  },
  STOP_SECONDS: {
    file: 'daemon/doors/openDoor',
    titles: ['neither a silent client, nor a half request, nor a call that does not heed holds up the end'],
  },
}
