/** A name as a URL slug (rule B093): lowercase, hyphens for spaces, only a-z, 0-9 and hyphens. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^a-z0-9-]/g, '');
