import type { HttpClient } from '@quayside/connector-kit';
import { CONTENT_FIELDS, SEO_FIELDS } from '@quayside/contracts/enhancer-choices.ts';
import sanitizeHtml from 'sanitize-html';
import { AskError, detailOf } from '../../../ai/failed.ts';
import type { Config } from '../../../config.ts';
import { withoutSecrets } from '../../../jobs/reason.ts';
import type { Facts } from '../rules/enhanced-text.ts';
import {
  acceptable,
  acceptableSeo,
  instructions,
  type Manner,
  ownerData,
  productData,
  seoInstructions,
  storable,
  withPictures,
} from '../rules/instructions.ts';
import { toFailure } from '../rules/writer-failure.ts';
import { type Writer, WriterError } from './writer.ts';

/** Allowed HTML: no links, images or attributes. Text inside other tags is kept. */
const WRITTEN: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'h3', 'h4'],
  allowedAttributes: {},
};

const unusable = (): WriterError =>
  new WriterError(toFailure({ what: 'unreadable', why: 'shape', detail: '' }, 'empty, or longer than asked for'));

/** A model at a provider. The key is only sent there and never logged or returned. */
export function modelWriter(ai: NonNullable<Config['ai']>, http: HttpClient): Writer {
  async function ask<F extends string>(
    fields: readonly F[],
    task: string,
    [facts, manner]: [Facts, Manner],
    signal: AbortSignal,
  ): Promise<Record<F, string>> {
    const { askModel } = await import('./ask-model.ts');
    const data = [productData(facts), ownerData(manner)].filter((part) => part !== '').join('\n');
    return askModel(ai, http, fields, { instructions: task, product: data }, signal).catch((error: unknown) => {
      if (!(error instanceof AskError)) throw error;
      throw new WriterError(toFailure(error.failed, withoutSecrets(storable(detailOf(error.failed)))));
    });
  }
  return {
    facts: { kind: 'ai', provider: ai.provider, model: ai.model },
    async write(facts, manner, signal) {
      const answer = await ask(CONTENT_FIELDS, instructions(manner), [facts, manner], signal);
      const clean = acceptable({
        title: answer.title,
        description_html: sanitizeHtml(answer.description_html, WRITTEN),
      });
      if (!clean) throw unusable();
      return { ...clean, description_html: withPictures(clean.description_html, facts.descriptionHtml) };
    },
    async writeSeo(facts, manner, signal) {
      const clean = acceptableSeo(await ask(SEO_FIELDS, seoInstructions(manner), [facts, manner], signal));
      if (!clean) throw unusable();
      return clean;
    },
  };
}
