import type { PageReview } from '@quayside/contracts/extension-messages.ts';
import { readParts } from './html-parts.ts';
import { graphOf, isNode, listOf, type Node, typesOf } from './json-ld.ts';
import { mainProduct, variantsOf } from './product.ts';
import { starsOf } from './rating.ts';
import { lineOf, plainText } from './text.ts';

const MOST = 100;
const MOST_TEXT = 3_000;

function reviewOf(node: Node, rating: Node | undefined): PageReview | undefined {
  const text =
    plainText(node.reviewBody, MOST_TEXT) ?? plainText(node.description, MOST_TEXT) ?? plainText(node.name, MOST_TEXT);
  if (text === null) return undefined;
  const author = listOf(node.author)[0];
  return {
    author: lineOf(isNode(author) ? author.name : author, 200),
    rating: starsOf(rating) ?? null,
    text,
    at: lineOf(node.datePublished, 40),
  };
}

/** The reviews that a page tells with its product, in the page's order; at most 100. */
export function readReviews(html: string, address: string): PageReview[] {
  const graph = graphOf(readParts(html).data);
  const product = mainProduct(graph, address);
  const owners = product ? [product, ...variantsOf(product, graph)] : [];
  const hanging = owners.flatMap((one) => [...listOf(one.review), ...listOf(one.reviews)].slice(0, MOST));
  const standing = graph.top.filter((node) => typesOf(node).includes('Review'));
  const reviews: PageReview[] = [];
  for (const one of [...hanging, ...standing]) {
    if (reviews.length >= MOST) break;
    const node = graph.whole(one);
    const review = node && reviewOf(node, graph.whole(node.reviewRating));
    if (review) reviews.push(review);
  }
  return reviews;
}
