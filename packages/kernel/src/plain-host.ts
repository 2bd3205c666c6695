/** The host of an address as people call it: without www and port. Empty for what is no address. */
export const plainHost = (address: string): string =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
