import type { PageReview } from '@quayside/contracts/extension-messages.ts';
import { readParts } from './html-parts.ts';
import { buildGraph, getTypes, isNode, type Node, toList } from './json-ld.ts';
import { getVariants, mainProduct } from './product.ts';
import { getStars } from './rating.ts';
import { getLine, plainText } from './text.ts';

const MOST = 100;
const MOST_TEXT = 3_000;

function reviewOf(node: Node, rating: Node | undefined): PageReview | undefined {
  const text =
    plainText(node.reviewBody, MOST_TEXT) ?? plainText(node.description, MOST_TEXT) ?? plainText(node.name, MOST_TEXT);
  if (text === null) return undefined;
  const author = toList(node.author)[0];
  return {
    author: getLine(isNode(author) ? author.name : author, 200),
    rating: getStars(rating) ?? null,
    text,
    at: getLine(node.datePublished, 40),
  };
}

/** The reviews that a page tells with its product, in the page's order; at most 100. */
export function readReviews(html: string, address: string): PageReview[] {
  const graph = buildGraph(readParts(html).data);
  const product = mainProduct(graph, address);
  const owners = product ? [product, ...getVariants(product, graph)] : [];
  const hanging = owners.flatMap((one) => [...toList(one.review), ...toList(one.reviews)].slice(0, MOST));
  const standing = graph.top.filter((node) => getTypes(node).includes('Review'));
  const reviews: PageReview[] = [];
  for (const one of [...hanging, ...standing]) {
    if (reviews.length >= MOST) break;
    const node = graph.whole(one);
    const review = node && reviewOf(node, graph.whole(node.reviewRating));
    if (review) reviews.push(review);
  }
  return reviews;
}
