// Checks the message catalogues of the web app: every text in nine languages, every key used, every used key there.
//
// A key counts as used where `t('key')` stands under a `useTranslation('namespace')`, or `t('namespace:key')` anywhere.
// `t(`status.${state}`)` counts for all keys that fit. A key made some other way is named in a comment of that file:
// `i18n-keys: channels:field.*`. Texts that are rightly the same as in English are listed in
// messages/same-as-english.json, by language, or under "*" for names that are the same everywhere.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const source = join(root, 'apps/web/src');
const catalogues = join(root, 'messages');
const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'nl', 'pt-BR', 'zh-CN'];
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** In these, `many` is for millions alone; i18next then takes `other`. */
const FREE_CATEGORY = 'many';
const WITHOUT_FREE = new Set(['ar']);
const problems = [];

const namespaces = readdirSync(join(catalogues, 'en/web'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -5));

/** All texts of a file by dotted key. */
function flatten(value, prefix = '', into = new Map()) {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') into.set(prefix + key, inner);
    else flatten(inner, `${prefix}${key}.`, into);
  }
  return into;
}

function read(language, namespace) {
  const file = join(catalogues, language, 'web', `${namespace}.json`);
  try {
    return flatten(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    problems.push(`${relative(root, file)} cannot be read: ${error.message}`);
    return new Map();
  }
}

const english = new Map(namespaces.map((namespace) => [namespace, read('en', namespace)]));
const same = JSON.parse(readFileSync(join(catalogues, 'same-as-english.json'), 'utf8'));
const stem = (key) => key.replace(PLURAL, '');
const isPlural = (texts, key) => PLURAL.test(key) && texts.has(`${stem(key)}_other`);
const variables = (text) => [...text.matchAll(/\{\{\s*([\w.]+)/g)].map((match) => match[1]);

/** The keys that a language must have for the English ones, and those it may have besides. */
function wanted(language, texts) {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const must = new Map();
  const may = new Set();
  for (const [key, text] of texts) {
    if (!isPlural(texts, key)) {
      must.set(key, text);
      continue;
    }
    for (const category of categories) {
      const own = `${stem(key)}_${category}`;
      if (category === FREE_CATEGORY && !WITHOUT_FREE.has(language)) may.add(own);
      else must.set(own, texts.get(`${stem(key)}_${category}`) ?? texts.get(`${stem(key)}_other`));
    }
    may.add(`${stem(key)}_zero`);
  }
  return { must, may };
}

const usedAllowances = new Set();

function compare(language, namespace) {
  const texts = read(language, namespace);
  const { must, may } = wanted(language, english.get(namespace));
  const allowed = new Set([...(same[language] ?? []), ...(same['*'] ?? [])]);
  for (const [key, model] of must) {
    const name = `${namespace}:${key}`;
    const text = texts.get(key);
    if (text === undefined) {
      problems.push(`${language}: ${name} is missing`);
      continue;
    }
    if (text.trim() === '' && model.trim() !== '') problems.push(`${language}: ${name} is empty`);
    const asked = new Set(variables(model));
    const given = new Set(variables(text));
    const plural = PLURAL.test(key);
    for (const one of asked)
      if (!given.has(one) && !(plural && one === 'count')) problems.push(`${language}: ${name} leaves out {{${one}}}`);
    for (const one of given)
      if (!asked.has(one) && !(plural && one === 'count'))
        problems.push(`${language}: ${name} has {{${one}}}, which nobody gives`);
    const words = text.replaceAll(/\{\{[^}]*\}\}/g, '');
    if (language === 'en' || text !== model || !/\p{L}{2}/u.test(words)) continue;
    const entry = stem(name);
    if (allowed.has(entry)) usedAllowances.add(`${language} ${entry}`).add(`* ${entry}`);
    else problems.push(`${language}: ${name} is not translated ("${text}")`);
  }
  for (const key of texts.keys()) {
    if (!must.has(key) && !may.has(key)) problems.push(`${language}: ${namespace}:${key} is not in the English file`);
  }
}

for (const language of LANGUAGES) for (const namespace of namespaces) compare(language, namespace);
for (const [language, entries] of Object.entries(same)) {
  for (const entry of entries) {
    if (!usedAllowances.has(`${language} ${entry}`))
      problems.push(`same-as-english.json: ${language} ${entry} is not needed`);
  }
}

// What the code uses.
const exact = new Set();
const patterns = [];
const literal = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function sources(folder, list = []) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sources(path, list);
    else if (/\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name)) list.push(path);
  }
  return list;
}

/** The namespaces of `useTranslation(...)`, the first being the default; undefined for any other call. */
function hookNamespaces(call) {
  if (!ts.isCallExpression(call) || !ts.isIdentifier(call.expression) || call.expression.text !== 'useTranslation')
    return undefined;
  const [given] = call.arguments;
  if (!given) return ['common'];
  if (ts.isStringLiteralLike(given)) return [given.text];
  if (ts.isArrayLiteralExpression(given)) return given.elements.filter(ts.isStringLiteralLike).map((one) => one.text);
  return ['common'];
}

function scan(path) {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const place = (node) => `${relative(root, path)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

  for (const match of text.matchAll(/i18n-keys:\s*([\w-]+):([\w.*-]+)/g))
    use(match[1], match[2].split('*'), relative(root, path));

  /** Notes a key given in parts around what is not known before run time. */
  function use(namespace, parts, where) {
    const [head] = parts;
    const colon = head.indexOf(':');
    const space = colon > 0 ? head.slice(0, colon) : namespace;
    const own = colon > 0 ? [head.slice(colon + 1), ...parts.slice(1)] : parts;
    const texts = english.get(space);
    if (!texts) {
      problems.push(`${where}: there is no namespace ${space}`);
      return;
    }
    if (own.length === 1) {
      const key = own[0];
      exact.add(`${space}:${key}`);
      if (!texts.has(key) && !texts.has(`${key}_other`))
        problems.push(`${where}: ${space}:${key} is not in the English file`);
      return;
    }
    const pattern = new RegExp(`^${own.map(literal).join('.+')}$`);
    patterns.push({ space, pattern });
    if (![...texts.keys()].some((key) => pattern.test(stem(key))))
      problems.push(`${where}: no key of ${space} fits ${own.join('*')}`);
  }

  function useArgument(node, namespace, where) {
    if (ts.isStringLiteralLike(node)) use(namespace, [node.text], where);
    else if (ts.isTemplateExpression(node))
      use(namespace, [node.head.text, ...node.templateSpans.map((span) => span.literal.text)], where);
    else if (ts.isConditionalExpression(node)) {
      useArgument(node.whenTrue, namespace, where);
      useArgument(node.whenFalse, namespace, where);
    } else if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
      useArgument(node.expression, namespace, where);
    else if (!text.includes('i18n-keys:'))
      problems.push(`${where}: this key cannot be followed; name it in a comment "i18n-keys: namespace:key.*"`);
  }

  function visit(node, scope) {
    let inner = scope;
    if (ts.isFunctionLike(node) || ts.isSourceFile(node)) inner = new Map(scope);
    if (ts.isFunctionLike(node)) {
      for (const parameter of node.parameters) {
        const space = /^TFunction<['"]([\w-]+)['"]>$/.exec(parameter.type?.getText() ?? '')?.[1];
        if (space) inner.set(parameter.name.getText(), space);
      }
    }
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isObjectBindingPattern(node.name)) {
      const found = hookNamespaces(node.initializer);
      if (found) {
        for (const element of node.name.elements) {
          const given = (element.propertyName ?? element.name).getText();
          if (given === 't') scope.set(element.name.getText(), found[0]);
        }
      }
    }
    if (ts.isCallExpression(node) && node.arguments.length > 0) {
      const { expression } = node;
      if (ts.isIdentifier(expression) && scope.has(expression.text))
        useArgument(node.arguments[0], scope.get(expression.text), place(node));
      else if (
        ts.isPropertyAccessExpression(expression) &&
        expression.name.text === 't' &&
        ['i18next', 'i18n'].includes(expression.expression.getText())
      ) {
        useArgument(node.arguments[0], 'common', place(node));
      }
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  }
  visit(file, new Map());
}

// A connector names its credential fields by key; the form shows the text of the key's last part. Payment providers have
// their keys in the settings of the installation, on no screen.
const connectors = join(root, 'packages/connectors');
for (const path of sources(connectors)) {
  for (const [, kind, field] of readFileSync(path, 'utf8').matchAll(/(?:label|help)Key: '(\w+)\.\w+\.(\w+)'/g)) {
    if (kind !== 'payments' && !english.get('channels')?.has(`fields.${field}`))
      problems.push(`${relative(root, path)}: channels:fields.${field} is not in the English file`);
  }
}

// The gallery is for the eye of those who build; its words are not translated.
for (const path of sources(source).filter((one) => !one.startsWith(join(source, 'dev')))) scan(path);

let count = 0;
for (const [namespace, texts] of english) {
  for (const key of texts.keys()) {
    count += 1;
    const base = isPlural(texts, key) ? stem(key) : key;
    const used =
      exact.has(`${namespace}:${base}`) ||
      exact.has(`${namespace}:${key}`) ||
      patterns.some(({ space, pattern }) => space === namespace && pattern.test(base));
    if (!used) problems.push(`en: ${namespace}:${key} is not used`);
  }
}

const MOST_SHOWN = 60;
for (const problem of problems.slice(0, MOST_SHOWN)) console.error(problem);
if (problems.length > MOST_SHOWN) console.error(`and ${problems.length - MOST_SHOWN} more.`);
if (problems.length > 0) {
  console.error(`The rule: every text in all nine languages, none unused, none missing. ${problems.length} to mend.`);
  process.exit(1);
}
console.log(`${count} texts in ${LANGUAGES.length} languages, all used, all there.`);
