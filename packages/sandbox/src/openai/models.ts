/** The one key that the stand-in takes. */
export const SECRET_KEY = 'sk-sandbox-0000000000000000000000000000';

/** Writes a title and a description. */
export const WRITES = 'sandbox-writer';
/** Answers in prose, whatever shape was asked for. */
export const MUTE = 'sandbox-prose';
/** Is cut off half way. */
export const CUT = 'sandbox-cut';
/** Knows no schema of an answer, as some servers do, and says so. */
export const STRICT = 'sandbox-plain-json';
export const MODELS: readonly string[] = [WRITES, MUTE, CUT, STRICT];

interface Product {
  title?: unknown;
  description?: unknown;
  facts?: { name: string; value: string }[];
}

/** The product in a prompt: the JSON object in its element, or else in all of it. */
function productIn(asked: string): Product {
  const prompt = /<product>(.*?)<\/product>/s.exec(asked)?.[1] ?? asked;
  const [from, to] = [prompt.indexOf('{'), prompt.lastIndexOf('}')];
  try {
    return from < 0 ? {} : (JSON.parse(prompt.slice(from, to + 1)) as Product);
  } catch {
    return {};
  }
}

/**
 * What the stand-in writes: recognisably its own, the same for the same product, and as careless as models are (it promises a
 * number of days that nobody told it, and puts a link in). `task`: what the system prompt asks for.
 */
export function write(prompt: string, task = ''): Record<string, string> {
  const { title, facts = [] } = productIn(prompt);
  const name = typeof title === 'string' ? title : 'Product';
  const items = facts.slice(0, 3).map(({ name: fact, value }) => `<li><strong>${fact}:</strong> ${value}</li>`);
  if (task.includes('"seo_title"'))
    return {
      seo_title: `${name.split(/\s+/).slice(0, 4).join(' ')} (Sandbox)`,
      seo_description: `Written by the sandbox for ${name}: ready in 41 days.`,
    };
  return {
    title: `${name.split(/\s+/).slice(0, 6).join(' ')} (Sandbox)`,
    description_html: `<p>Written by the sandbox, loved for 41 days. <a href="https://elsewhere.example">More</a></p><ul>${items.join('')}</ul><script>alert(1)</script>`,
  };
}
