/** A name as part of an address (rule B093): small letters, hyphens for spaces, and nothing but a-z, 0-9 and hyphens. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^a-z0-9-]/g, '');
