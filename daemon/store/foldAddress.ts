// One form for an address, so that two spellings of it are equal. Pure. The part before the @ is folded too: no back end tells letters
// of another case apart, and a person who has written to Ann@ has written to ann@.

/** NFC, lower case, without blanks around it. */
export const foldAddress = (address: string): string => address.normalize('NFC').trim().toLowerCase()
