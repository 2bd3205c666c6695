import type { PageReview } from '@quayside/contracts/extension-messages.ts';
import type { Browser } from '../browser-port.ts';
import { readReviews } from '../pages/reviews.ts';
import { readAddress } from './read-page.ts';

/** Row C313: what buyers wrote, as far as the page itself tells it. */
export async function fetchReviews(
  browser: Browser,
  { address }: { address: string },
): Promise<{ reviews: PageReview[] }> {
  const reviews = await readAddress(browser, address, (html, at) => {
    const read = readReviews(html, at);
    return read.length > 0 ? read : undefined;
  });
  return { reviews };
}
