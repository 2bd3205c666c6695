import type { ShopperMailKind, TrackingPage } from '@quayside/contracts';
import { say } from '../../../http/messages.ts';
import { canBeGreeted, disarmed, letterHtml, letterText, oneLine } from '../../mail/index.ts';
import { textOn } from '../rules/button-color.ts';

export interface LetterFacts {
  kind: ShopperMailKind;
  language: string;
  /** The shop's name in its store; the brand may have another. */
  storeName: string;
  page: Pick<TrackingPage, 'shop_name' | 'logo_url' | 'color' | 'support_url'>;
  orderName: string;
  carrier: string | null;
  trackingNumber: string;
  shopper: { name: string; email: string };
  trackUrl: string;
  endUrl: string;
}

export interface WrittenLetter {
  subject: string;
  text: string;
  html: string;
  shopName: string;
}

/** Writes an email to a shopper; the preview in the settings uses it, too. Names are other people's texts, which must not become links. */
export function writeLetter(facts: LetterFacts): WrittenLetter {
  const { kind, language, page } = facts;
  const shopName = page.shop_name ?? facts.storeName;
  const key = `SHOPPER_MAIL_${kind.toUpperCase()}`;
  const params = { shop: disarmed(shopName), order: disarmed(facts.orderName) };
  const sentence = (name: string, more: object = {}) => say(language, name, { ...params, ...more });
  const name = oneLine(facts.shopper.name);
  const letter = {
    language,
    greeting: canBeGreeted(name, facts.shopper.email)
      ? say(language, 'MAIL_GREETING', { name })
      : say(language, 'MAIL_GREETING_PLAIN'),
    paragraphs: [
      sentence(`${key}_TEXT`),
      ...(facts.carrier ? [sentence('SHOPPER_MAIL_CARRIER', { carrier: disarmed(facts.carrier) })] : []),
      sentence('SHOPPER_MAIL_NUMBER', { number: disarmed(facts.trackingNumber) }),
    ],
    action: { label: sentence('SHOPPER_MAIL_ACTION'), url: facts.trackUrl },
    after: [],
    sender: disarmed(shopName),
    why: sentence('SHOPPER_MAIL_WHY'),
    ends: { label: sentence('SHOPPER_MAIL_END'), url: facts.endUrl },
    brand: {
      name: oneLine(shopName),
      logoUrl: page.logo_url,
      color: page.color,
      textColor: page.color ? textOn(page.color) : null,
      support: page.support_url ? { label: sentence('SHOPPER_MAIL_SUPPORT'), url: page.support_url } : null,
    },
  };
  return {
    subject: oneLine(sentence(`${key}_SUBJECT`)),
    text: letterText(letter),
    html: letterHtml(letter),
    shopName: oneLine(shopName),
  };
}
