import type { CallData } from './api.ts';

interface PageFacts {
  meta: CallData<'GET /meta'>;
  connectors: CallData<'GET /meta/connectors'>['items'];
}

/** Reads what the server put into the head of the page; undefined where a development server made the page. */
export function readPageFacts(): PageFacts | undefined {
  const text = document.getElementById('quayside-facts')?.textContent;
  return text ? (JSON.parse(text) as PageFacts) : undefined;
}
