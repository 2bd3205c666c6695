const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const DOMAIN = String.raw`(?:${LABEL}\.)+(?!\p{N}+(?![\p{L}\p{N}-]))${LABEL}`;
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const IPV4 = String.raw`(?:${OCTET}\.){3}${OCTET}`;
const WEB_ADDRESS = new RegExp(
  String.raw`^(?:https?:\/\/)?(?:${IPV4}|${DOMAIN})(?::\d{1,5})?(?:\/[^\s?#]*)?(?:\?[^\s#]*)?(?:#\S*)?$`,
  'iu',
);

/**
 * Whether a text is an address of the web as people write it (rule B092): http or https or neither, a domain or an IPv4
 * address, and a port, path, query and fragment where there are any.
 */
export const isWebAddress = (text: string): boolean => WEB_ADDRESS.test(text);
