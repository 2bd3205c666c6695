import { cleanHtml } from '../../sourcing/index.ts';
import { templateSeo, templateWords } from '../rules/template-writer.ts';
import type { Writer } from './writer.ts';

/** Default without a model: reorders known facts. Not AI, and never presented as such. */
export const templateWriter: Writer = {
  facts: { kind: 'template', provider: null, model: null },
  async write(facts) {
    const words = templateWords(facts);
    return { ...words, description_html: cleanHtml(words.description_html) };
  },
  writeSeo: async (facts) => templateSeo(facts),
};
