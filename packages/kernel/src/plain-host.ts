/** The host of a URL without www and port; empty for an invalid URL. */
export const plainHost = (address: string): string =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
