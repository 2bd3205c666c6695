const plain = (host: string): string => host.toLowerCase().replace(/^www\./, '');

/** Whether a page lies on one of a store's own hosts, with or without www. A host without a name is none. */
export function isOwnPage(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { host } = new URL(address);
  return host !== '' && hosts.some((one) => one !== '' && plain(one) === plain(host));
}
