// Compares the texts of a language with the English ones.
import { categoryOf, isPlural, stem } from './catalogues.mjs';

/** Server keys of sentences for two and more: the sentence for one names the thing itself, and is a key of its own. */
const FROM_TWO = /_MANY$/;
/** In these, `many` is for millions alone; i18next then takes `other`. */
const FREE_CATEGORY = 'many';
const WITHOUT_FREE = new Set(['ar']);

const variables = (text) => [...text.matchAll(/\{\{\s*([\w.]+)/g)].map((match) => match[1]);
const withoutVariables = (text) => text.replaceAll(/\{\{[^{}]*\}\}/g, '');

const counted = new Map();

/** How many numbers from `from` to 999 each category of a language stands for. */
function categories(language, from) {
  const name = `${language} ${from}`;
  const known = counted.get(name);
  if (known) return known;
  const rules = new Intl.PluralRules(language);
  const found = new Map();
  for (let number = from; number < 1000; number += 1) {
    const category = rules.select(number);
    found.set(category, (found.get(category) ?? 0) + 1);
  }
  if (!WITHOUT_FREE.has(language)) found.delete(FREE_CATEGORY);
  counted.set(name, found);
  return found;
}

/** The keys that a language must have for the English ones, and those it may have besides. */
function wanted(language, texts) {
  const must = new Map();
  const may = new Set();
  for (const [key, text] of texts) {
    if (!isPlural(texts, key)) {
      must.set(key, text);
      continue;
    }
    const base = stem(key);
    const isFromTwo = FROM_TWO.test(base);
    for (const category of categories(language, isFromTwo ? 2 : 0).keys())
      must.set(`${base}_${category}`, texts.get(`${base}_${category}`) ?? texts.get(`${base}_other`));
    if (isFromTwo) continue;
    may.add(`${base}_zero`);
    if (!WITHOUT_FREE.has(language)) may.add(`${base}_${FREE_CATEGORY}`);
  }
  return { must, may };
}

/** Whether a text may leave out the number: its category stands for one number alone, which the words can say. */
const saysNumber = (language, key) => {
  const category = categoryOf(key);
  return category === 'zero' || categories(language, 0).get(category) === 1;
};

function textProblems(language, key, text, model) {
  const problems = [];
  if (text.trim() === '' && model.trim() !== '') problems.push('is empty');
  const asked = new Set(variables(model));
  const given = new Set(variables(text));
  const isForm = categoryOf(key) !== undefined;
  for (const one of asked)
    if (!given.has(one) && !(isForm && one === 'count' && saysNumber(language, key)))
      problems.push(`leaves out {{${one}}}`);
  for (const one of given)
    if (!asked.has(one) && !(isForm && one === 'count')) problems.push(`has {{${one}}}, which nobody gives`);
  if (given.has('count') && !isForm) problems.push('counts, but has no plural forms');
  const words = withoutVariables(text);
  if (/[{}]/.test(words)) problems.push('has a brace outside {{a placeholder}}');
  if (/\p{L}\(\p{L}{1,3}\)/u.test(words)) problems.push('writes a plural in parentheses; give it plural forms');
  return problems;
}

/** Whether a text that reads the same as the English one has words that could be translated. */
const isUntranslated = (text, model) => text === model && /\p{L}{2}/u.test(withoutVariables(text));

/**
 * The problems of one file of a language. `allow(key)` says whether a text may be the same as the English one; it is asked
 * only about those that are.
 */
export function compare(language, english, texts, allow) {
  const { must, may } = wanted(language, english);
  const problems = [];
  for (const [key, model] of must) {
    const text = texts.get(key);
    if (text === undefined) {
      problems.push(`${key} is missing`);
      continue;
    }
    for (const problem of textProblems(language, key, text, model)) problems.push(`${key} ${problem}`);
    if (language !== 'en' && isUntranslated(text, model) && !allow(stem(key)))
      problems.push(`${key} is not translated ("${text}")`);
  }
  for (const key of texts.keys())
    if (!must.has(key) && !may.has(key))
      problems.push(`${key} is not in the English file, or no plural form of ${language}`);
  return problems;
}
