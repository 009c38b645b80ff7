// How a sender is named where one word must do: by the address, never by a name alone, since anybody can write an address as a
// name. Pure.

/** The address; where the mail has none, that, and the name between quotes. */
export const senderAddress = ({
  name,
  address,
}: {
  readonly name: string
  readonly address: string
}): string => address || (name === '' ? '(no address)' : `(no address) “${name}”`)
