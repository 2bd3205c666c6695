import { readHead } from './html-parts.ts';

/** A title as pages have it that ask whether one is a robot. */
const TITLES =
  /^(?:robot check|bot (?:check|verification)|captcha\b.*|.*\bcaptcha (?:interception|verification)\b.*|just a moment\.*|attention required!.*|access denied|access to this page has been denied.*|pardon our interruption.*|security (?:check|measure|verification)|are you (?:a )?(?:human|robot)\??|verify you are (?:a )?human.*|human verification)$/i;
const STATUSES = [403, 429, 503];

/**
 * Whether a page is a riddle for robots in place of what was asked for. Sources of the titles: what Amazon ("Robot Check"),
 * AliExpress ("Captcha Interception"), eBay ("Pardon Our Interruption", "Security Measure"), Cloudflare ("Just a moment...",
 * "Attention Required!"), Akamai ("Access Denied") and PerimeterX ("Access to this page has been denied") send, as projects that
 * read them have written down; they are not promised, and a riddle under another title is a page that tells nothing.
 */
export const isCaptcha = ({ status, html }: { status?: number; html: string }): boolean =>
  (status !== undefined && STATUSES.includes(status)) || TITLES.test(readHead(html).title.trim());
