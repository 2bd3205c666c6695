/** Titles are kept with entities, as wp_filter_post_kses leaves them. */
export const encodedTitle = (title: string): string => title.replace(/&(?!#?\w+;)/g, '&amp;');

export const decodedTitle = (title: string): string => title.replaceAll('&amp;', '&');

/** A title as WordPress puts it into an address. */
export const toSlug = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/&[a-z]+;/g, '')
    .replace(/[^a-z0-9\s_-]/g, '')
    .trim()
    .replace(/[\s_-]+/g, '-');
