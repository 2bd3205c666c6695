import type { Vault } from '../../../vault/vault.ts';

const CONTEXT = 'product feed';

export interface FeedLink {
  workplaceId: string;
  feedId: string;
  revision: number;
}

const toText = ({ workplaceId, feedId, revision }: FeedLink): string => `${workplaceId} ${feedId} ${revision}`;

/** The path of a feed, signed so that it can't be guessed from its ids. */
export const toFeedPath = (vault: Pick<Vault, 'sign'>, link: FeedLink, format: string): string =>
  `/api/feeds/${link.workplaceId}/${link.feedId}/${link.revision}/${vault.sign(toText(link), CONTEXT)}.${format}`;

/** Whether a signature is right; compared in constant time. */
export const isFeedLink = (vault: Pick<Vault, 'isSigned'>, link: FeedLink, signature: string): boolean =>
  Number.isSafeInteger(link.revision) && vault.isSigned(toText(link), CONTEXT, signature);
