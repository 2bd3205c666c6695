// Reads every sql`` template of the server and of its database tests, which run on Citus too, for shapes that Citus refuses (apps/server/src/db/citus-sql.ts).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { brokenCitusSql, CITUS_SQL_RULES } from '../apps/server/src/db/citus-sql.ts';
import { isTest, root, sources } from './sources.mjs';
import { eachTemplate, isTagged, parseSource, templateText } from './sql-templates.mjs';

const folder = 'apps/server/src';
const TAGS = ['sql'];

/** Pieces of SQL that a file gives a name: const X = sql`...`, raw(`...`) or another piece, or const x = (...) => one of these. */
function piecesOf(file) {
  const pieces = new Map();
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const made = node.initializer && ts.isArrowFunction(node.initializer) ? node.initializer.body : node.initializer;
      if (made) pieces.set(node.name.text, made);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return pieces;
}

/** A template's text, with $1 for each value; pieces of the same file are put in, and both sides of a condition. */
const textOf = (template, pieces, depth = 0) =>
  templateText(template, (expression) => textFor(expression, pieces, depth));

function textFor(expression, pieces, depth) {
  if (ts.isConditionalExpression(expression)) {
    const sides = [expression.whenTrue, expression.whenFalse].map((side) => textFor(side, pieces, depth));
    return sides.some((side) => side !== undefined) ? sides.map((side) => side ?? '').join(' ') : undefined;
  }
  if (isTagged(expression, TAGS)) return textOf(expression.template, pieces, depth + 1);
  if (ts.isCallExpression(expression)) {
    const [first] = expression.arguments;
    if (ts.isIdentifier(expression.expression) && expression.expression.text === 'raw' && first)
      return rawTextFor(first, pieces, depth);
  }
  const name = ts.isCallExpression(expression) ? expression.expression : expression;
  const piece = ts.isIdentifier(name) ? pieces.get(name.text) : undefined;
  return piece && depth < 5 ? textFor(piece, pieces, depth + 1) : undefined;
}

/** Text within raw(): it holds no parameters, but may be made of strings. */
function rawTextFor(expression, pieces, depth) {
  if (ts.isStringLiteral(expression)) return expression.text;
  if (ts.isTemplateLiteral(expression))
    return templateText(expression, (inner) => rawTextFor(inner, pieces, depth) ?? '');
  const name = ts.isCallExpression(expression) ? expression.expression : expression;
  const piece = ts.isIdentifier(name) ? pieces.get(name.text) : undefined;
  return piece && depth < 5 ? rawTextFor(piece, pieces, depth + 1) : undefined;
}

/** Calls `seen` with each statement that is passed to tx.raw() as text, and its template. */
function eachRaw(tree, seen) {
  const visit = (node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'raw'
    ) {
      const [first] = node.arguments;
      if (first && (ts.isTemplateExpression(first) || ts.isNoSubstitutionTemplateLiteral(first))) seen(node, first);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
}

/** Calls `seen` with each template of the server: its file, its text and its line. `alsoTests`: of its database tests too. */
function readTemplates(seen, alsoTests = false) {
  const isRead = (file) => !isTest(file) || (alsoTests && file.endsWith('.db.test.ts'));
  for (const path of sources(folder, /\.ts$/).filter(isRead)) {
    const text = readFileSync(join(root, path), 'utf8');
    if (!/sql`|sql<|\.raw\(/.test(text)) continue;
    const tree = parseSource(path, text);
    const pieces = piecesOf(tree);
    const found = (node, template) => {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      seen(path.slice(folder.length + 1), textOf(template, pieces), line);
    };
    eachTemplate(tree, TAGS, (node) => found(node, node.template));
    eachRaw(tree, found);
  }
}

/** Names before a bracket in statements that write. The test of the lists of functions looks them up in pg_proc. */
if (process.argv.includes('--calls')) {
  const names = new Set();
  readTemplates((_, text) => {
    if (/\b(?:update|insert|merge)\b/i.test(text))
      for (const [, name] of text.matchAll(/\b([a-z_]\w*)\s*\(/gi)) names.add(name.toLowerCase());
  });
  console.log(JSON.stringify([...names].sort()));
  process.exit();
}

/** Broken rules of each file: { path: { rule: [lines] } }. */
const uses = {};
readTemplates((name, text, line) => {
  for (const rule of brokenCitusSql(text)) {
    uses[name] ??= {};
    uses[name][rule] ??= [];
    uses[name][rule].push(line);
  }
}, true);
const failures = Object.entries(uses).flatMap(([name, rules]) =>
  Object.entries(rules).map(
    ([rule, lines]) => `apps/server/src/${name}:${lines.join(',')}: ${rule}. ${CITUS_SQL_RULES[rule]}`,
  ),
);
for (const line of failures) console.error(line);
process.exitCode = failures.length > 0 ? 1 : 0;
