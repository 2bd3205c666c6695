/**
 * Returns the mode that the server put into the page's head, else `wrapper` inside a phone app's web view. An address for a
 * shop's admin is never a wrapper's: Shopify's own app has a web view too, and would be asked for our token.
 */
export function shownIn(
  page: Pick<Document, 'querySelector'>,
  view: { location: { search: string } },
): string | undefined {
  const told = page.querySelector<HTMLMetaElement>('meta[name="quayside-mode"]')?.content;
  if (told) return told;
  const isForAdmin = new URLSearchParams(view.location.search).get('embedded') === '1';
  return 'ReactNativeWebView' in view && !isForAdmin ? 'wrapper' : undefined;
}
