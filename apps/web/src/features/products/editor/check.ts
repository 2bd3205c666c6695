import type { Draft } from './draft.ts';

/** Why a draft cannot be saved; each is a key of the catalogue below `editor.refused`. */
export type DraftFault =
  | 'title'
  | 'titleLong'
  | 'optionName'
  | 'optionNameTwice'
  | 'optionValue'
  | 'optionValueTwice'
  | 'sku'
  | 'skuTwice'
  | 'hsCode'
  | 'noVariant';

const isRepeated = (texts: readonly string[]): boolean =>
  new Set(texts.map((text) => text.trim().toLowerCase())).size < texts.length;
const TITLE_MOST = 255;

/** The faults of a draft, in the order of the screen; the server has the same rules and the last word. */
export function getFaults(draft: Draft): DraftFault[] {
  const faults: DraftFault[] = [];
  const add = (fault: DraftFault, is: boolean) => {
    if (is) faults.push(fault);
  };
  const skus = Object.values(draft.variants).map((variant) => variant.sku);
  add('title', draft.title.trim() === '');
  add('titleLong', draft.title.trim().length > TITLE_MOST);
  add(
    'optionName',
    draft.options.some((option) => option.name.trim() === ''),
  );
  add('optionNameTwice', isRepeated(draft.options.map((option) => option.name)));
  add(
    'optionValue',
    draft.options.some((option) => option.values.some((value) => value.trim() === '')),
  );
  add(
    'optionValueTwice',
    draft.options.some((option) => isRepeated(option.values)),
  );
  add(
    'sku',
    skus.some((sku) => sku.trim() === ''),
  );
  add('skuTwice', isRepeated(skus));
  add('hsCode', !/^(\d{6,13})?$/.test(draft.hs_code));
  add('noVariant', !Object.values(draft.variants).some((variant) => variant.enabled));
  return faults;
}

/** The values of a variant as the draft names them now. */
export function renamedValues(values: readonly string[], before: Draft['options'], after: Draft['options']): string[] {
  return values.map((value, at) => {
    const place = before[at]?.values.indexOf(value) ?? -1;
    return (place >= 0 ? after[at]?.values[place] : undefined) ?? value;
  });
}
