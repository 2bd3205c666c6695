import { type UserErrorView, userError } from './errors.ts';
import { isAmount } from './money.ts';

/** productSet's input as the schema coerces it, as far as this stand-in takes it. */
export interface FileSet {
  id?: string | null;
  originalSource?: string | null;
  alt?: string | null;
  filename?: string | null;
  contentType?: string | null;
  duplicateResolutionMode?: string | null;
}
export interface VariantSet {
  id?: string | null;
  optionValues: { optionName?: string | null; name?: string | null }[];
  price?: string | number | null;
  compareAtPrice?: string | number | null;
  sku?: string | null;
  barcode?: string | null;
  position?: number | null;
  taxable?: boolean | null;
  inventoryPolicy?: 'DENY' | 'CONTINUE' | null;
  inventoryItem?: {
    tracked?: boolean | null;
    sku?: string | null;
    cost?: string | null;
    requiresShipping?: boolean | null;
    measurement?: { weight?: { unit: string; value: number } | null } | null;
    harmonizedSystemCode?: string | null;
    countryCodeOfOrigin?: string | null;
  } | null;
  inventoryQuantities?: { locationId: string; name: string; quantity: number }[] | null;
  file?: FileSet | null;
}
export interface ProductSet {
  title?: string | null;
  descriptionHtml?: string | null;
  handle?: string | null;
  vendor?: string | null;
  productType?: string | null;
  status?: 'ACTIVE' | 'DRAFT' | 'ARCHIVED' | null;
  tags?: string[] | null;
  seo?: { title?: string | null; description?: string | null } | null;
  productOptions?:
    | {
        id?: string | null;
        name?: string | null;
        position?: number | null;
        values?: { name?: string | null }[] | null;
      }[]
    | null;
  variants?: VariantSet[] | null;
  files?: FileSet[] | null;
  metafields?: { namespace?: string | null; key?: string | null; type?: string | null; value?: string | null }[] | null;
}

/** Input fields that the stand-in does something with; any other is refused aloud. */
const TAKEN: Record<'product' | 'variant' | 'item', readonly string[]> = {
  product: [
    'title',
    'descriptionHtml',
    'handle',
    'vendor',
    'seo',
    'productType',
    'status',
    'tags',
    'productOptions',
    'variants',
    'files',
    'metafields',
  ],
  variant: [
    'id',
    'optionValues',
    'price',
    'compareAtPrice',
    'sku',
    'barcode',
    'position',
    'taxable',
    'inventoryPolicy',
    'inventoryItem',
    'inventoryQuantities',
    'file',
  ],
  item: ['tracked', 'sku', 'cost', 'requiresShipping', 'measurement', 'harmonizedSystemCode', 'countryCodeOfOrigin'],
};

/** The first input field that the stand-in would have to ignore; undefined when there is none. */
export function unknownInput(input: ProductSet): string | undefined {
  const extra = (value: object, taken: readonly string[]) => Object.keys(value).find((name) => !taken.includes(name));
  const inVariants = (input.variants ?? []).flatMap((variant) => [
    extra(variant, TAKEN.variant),
    variant.inventoryItem ? extra(variant.inventoryItem, TAKEN.item) : undefined,
  ]);
  return extra(input, TAKEN.product) ?? inVariants.find((name) => name !== undefined);
}

const MOST_OPTIONS = 3;
const MOST_VARIANTS = 2048;
const MOST_QUANTITIES = 50_000;
const LONGEST = 255;

type Check = (message: string, field: string[], code: string) => void;

const repeated = (names: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return names.find((name) => {
    const plain = name.trim().toLowerCase();
    if (seen.has(plain)) return true;
    seen.add(plain);
    return false;
  });
};

function checkOptions(input: ProductSet, check: Check): void {
  const options = input.productOptions ?? [];
  const names = options.map((option) => option.name ?? '');
  if (options.length > MOST_OPTIONS) {
    check('Can only specify a maximum of 3 options', ['input', 'productOptions'], 'OPTIONS_OVER_LIMIT');
  }
  if (repeated(names)) check('Option name must be unique', ['input', 'productOptions'], 'DUPLICATED_OPTION_NAME');
  options.forEach((option, at) => {
    const field = ['input', 'productOptions', String(at), 'values'];
    const values = (option.values ?? []).map((value) => value.name ?? '');
    if (values.length === 0) check('Each option must have at least one option value', field, 'OPTION_VALUES_MISSING');
    if (repeated(values)) check('Option values must be unique', field, 'DUPLICATED_OPTION_VALUE');
    if (values.some((value) => value.trim() === '')) check("Option value name can't be blank", field, 'INVALID_INPUT');
    if (values.some((value) => value.length > LONGEST)) check('Option value name is too long', field, 'INVALID_INPUT');
  });
}

function checkVariant(input: ProductSet, variant: VariantSet, at: number, check: Check): string {
  const field = ['input', 'variants', String(at)];
  const options = input.productOptions ?? [];
  const chosen = options.map((option, index) => {
    const value = variant.optionValues.find((one) => one.optionName === option.name) ?? variant.optionValues[index];
    const known = (option.values ?? []).some((one) => one.name?.trim() === value?.name?.trim());
    if (!known)
      check('Option value does not exist', [...field, 'optionValues', String(index)], 'OPTION_VALUE_DOES_NOT_EXIST');
    return value?.name?.trim() ?? '';
  });
  for (const value of variant.optionValues) {
    const known = options.some((option) => option.name === value.optionName);
    if (!known) check('Option does not exist', [...field, 'optionValues'], 'OPTION_DOES_NOT_EXIST');
  }
  for (const name of ['price', 'compareAtPrice'] as const) {
    const amount = variant[name];
    if (amount !== undefined && amount !== null && !isAmount(String(amount))) {
      check(`${name} must be a decimal of at least 0`, [...field, name], 'INVALID_VARIANT');
    }
  }
  const hsCode = variant.inventoryItem?.harmonizedSystemCode;
  if (hsCode && !/^\d{6,13}$/.test(hsCode))
    check(
      'Harmonized system code must be a number between 6 and 13 digits',
      [...field, 'inventoryItem'],
      'INVALID_INPUT',
    );
  if ((variant.sku?.length ?? 0) > LONGEST) check('SKU is too long', [...field, 'sku'], 'INVALID_VARIANT');
  const { file } = variant;
  const listed = (input.files ?? []).some((one) =>
    file?.id ? one.id === file.id : one.originalSource === file?.originalSource,
  );
  if (file && !listed)
    check('Variant file must be among the files of the product', [...field, 'file'], 'INVALID_INPUT');
  return chosen.join('\u0000').toLowerCase();
}

/** What Shopify would refuse in a productSet, whatever the shop holds. Messages are ours; codes are the schema's. */
export function checkProductSet(input: ProductSet, creating: boolean): UserErrorView[] {
  const errors: UserErrorView[] = [];
  const check: Check = (message, field, code) => void errors.push(userError(message, field, code));
  const { files, productOptions, title, variants } = input;
  for (const [at, { filename, originalSource }] of (files ?? []).entries()) {
    const field = ['input', 'files', String(at)];
    if (originalSource && !/^https?:\/\//.test(originalSource))
      check('Image URL is invalid', [...field, 'originalSource'], 'INVALID_INPUT');
    const kind = (name: string) => /\.[a-z]+$/i.exec(name)?.[0].toLowerCase();
    const source = kind(URL.parse(originalSource ?? '')?.pathname ?? '');
    if (filename && source && kind(filename) !== source)
      check("Provided filename extension must match original source's", [...field, 'filename'], 'INVALID_INPUT');
  }
  if (creating || title !== undefined) {
    if (!title?.trim()) check("Title can't be blank", ['input', 'title'], 'INVALID_PRODUCT');
    else if (title.length > LONGEST)
      check('Title is too long (maximum is 255 characters)', ['input', 'title'], 'INVALID_PRODUCT');
  }
  if (variants && !productOptions) {
    check(
      'Product options must be specified with variants',
      ['input', 'productOptions'],
      'PRODUCT_OPTIONS_INPUT_MISSING',
    );
    return errors;
  }
  if (productOptions && !variants) {
    check('Variants must be specified with options', ['input', 'variants'], 'VARIANTS_INPUT_MISSING');
    return errors;
  }
  if (!variants) return errors;
  if (variants.length > MOST_VARIANTS) {
    check('Number of product variants exceeds the limit of 2048', ['input', 'variants'], 'VARIANTS_OVER_LIMIT');
    return errors;
  }
  checkOptions(input, check);
  const combinations = variants.map((variant, at) => checkVariant(input, variant, at, check));
  if (repeated(combinations)) check('The variant already exists', ['input', 'variants'], 'INVALID_VARIANT');
  const quantities = variants.reduce((sum, variant) => sum + (variant.inventoryQuantities?.length ?? 0), 0);
  if (quantities > MOST_QUANTITIES) {
    check('Too many inventory quantities', ['input', 'variants'], 'INVENTORY_QUANTITIES_LIMIT_EXCEEDED');
  }
  return errors;
}
