// Which texts the web app uses.
//
// A key counts as used where `t('key')` stands under a `useTranslation('namespace')`, or `t('namespace:key')` anywhere.
// `t(`status.${state}`)` counts for all keys that fit. A key made some other way is named in a comment of that file:
// `i18n-keys: channels:field.*`.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { isPlural, root, sources, stem } from './catalogues.mjs';

const source = join(root, 'apps/web/src');
const literal = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

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

/** Keys that the code names and the English texts do not have, and English texts that no code names. */
export function webProblems(english) {
  const problems = [];
  const exact = new Set();
  const patterns = [];

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

  for (const [namespace, texts] of english) {
    for (const key of texts.keys()) {
      const base = isPlural(texts, key) ? stem(key) : key;
      const used =
        exact.has(`${namespace}:${base}`) ||
        exact.has(`${namespace}:${key}`) ||
        patterns.some(({ space, pattern }) => space === namespace && pattern.test(base));
      if (!used) problems.push(`web/${namespace}: ${key} is not used`);
    }
  }
  return problems;
}
