const MOST = 200;

/** The name of an uploaded file as it is shown: without folders, control characters or direction marks. */
export function toImageName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, MOST) || 'image'
  );
}

/** The name of an image behind a link: the end of its path, or its host. */
export function toLinkName(link: string): string {
  const { pathname, hostname } = new URL(link);
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  try {
    return toImageName(decodeURIComponent(last));
  } catch {
    return toImageName(last);
  }
}
