import type { ShopperMailKind, TrackingPage } from '@quayside/contracts';
import { say } from '../../../http/messages.ts';
import { canBeGreeted, disarmed, letterHtml, letterText, oneLine } from '../../mail/index.ts';
import { textOn } from '../rules/button-color.ts';

/** What every email to a shopper needs. */
export interface LetterFrame {
  language: string;
  /** The shop's name in its store; the brand may have another. */
  storeName: string;
  /** undefined: without the owner's brand. */
  page: Pick<TrackingPage, 'shop_name' | 'logo_url' | 'color' | 'support_url'> | undefined;
  orderName: string;
  shopper: { name: string; email: string };
}

export interface LetterFacts extends LetterFrame {
  kind: ShopperMailKind;
  carrier: string | null;
  trackingNumber: string;
  trackUrl: string;
  endUrl: string;
}

export interface WrittenLetter {
  subject: string;
  text: string;
  html: string;
  shopName: string;
}

interface LetterParts {
  subject: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  ends?: { label: string; url: string };
}

/** Puts an email into the shop's frame. Names are other people's texts, which must not become links. */
export function toLetter({ language, page, storeName, shopper }: LetterFrame, parts: LetterParts): WrittenLetter {
  const shopName = page?.shop_name ?? storeName;
  const shop = disarmed(shopName);
  const name = oneLine(shopper.name);
  const letter = {
    language,
    greeting: canBeGreeted(name, shopper.email)
      ? say(language, 'MAIL_GREETING', { name })
      : say(language, 'MAIL_GREETING_PLAIN'),
    paragraphs: parts.paragraphs,
    action: parts.action,
    after: [],
    sender: shop,
    why: say(language, 'SHOPPER_MAIL_WHY', { shop }),
    ...(parts.ends ? { ends: parts.ends } : {}),
    brand: {
      name: oneLine(shopName),
      logoUrl: page?.logo_url ?? null,
      color: page?.color ?? null,
      textColor: page?.color ? textOn(page.color) : null,
      support: page?.support_url
        ? { label: say(language, 'SHOPPER_MAIL_SUPPORT', { shop }), url: page.support_url }
        : null,
    },
  };
  return { subject: parts.subject, text: letterText(letter), html: letterHtml(letter), shopName: oneLine(shopName) };
}

/** Writes an email about a parcel; the preview in the settings uses it, too. */
export function writeLetter(facts: LetterFacts): WrittenLetter {
  const { kind, language, page } = facts;
  const key = `SHOPPER_MAIL_${kind.toUpperCase()}`;
  const params = { shop: disarmed(page?.shop_name ?? facts.storeName), order: disarmed(facts.orderName) };
  const sentence = (name: string, more: object = {}) => say(language, name, { ...params, ...more });
  return toLetter(facts, {
    subject: oneLine(sentence(`${key}_SUBJECT`)),
    paragraphs: [
      sentence(`${key}_TEXT`),
      ...(facts.carrier ? [sentence('SHOPPER_MAIL_CARRIER', { carrier: disarmed(facts.carrier) })] : []),
      sentence('SHOPPER_MAIL_NUMBER', { number: disarmed(facts.trackingNumber) }),
    ],
    action: { label: sentence('SHOPPER_MAIL_ACTION'), url: facts.trackUrl },
    ends: { label: sentence('SHOPPER_MAIL_END'), url: facts.endUrl },
  });
}
