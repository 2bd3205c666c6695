const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const DOMAIN = String.raw`(?:${LABEL}\.)+(?!\p{N}+(?![\p{L}\p{N}-]))${LABEL}`;
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const IPV4 = String.raw`(?:${OCTET}\.){3}${OCTET}`;
const WEB_ADDRESS = new RegExp(
  String.raw`^(?:https?:\/\/)?(?:${IPV4}|${DOMAIN})(?::\d{1,5})?(?:\/[^\s?#]*)?(?:\?[^\s#]*)?(?:#\S*)?$`,
  'iu',
);

/**
 * Whether a text is a web address as people type it (rule B092): with or without http(s), a domain or an IPv4 address,
 * and an optional port, path, query and fragment.
 */
export const isWebAddress = (text: string): boolean => WEB_ADDRESS.test(text);
