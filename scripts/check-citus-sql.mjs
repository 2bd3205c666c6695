// Reads every sql`` template of the server for shapes that Citus refuses (apps/server/src/db/citus-sql.ts). Uses from before the
// check are counted in apps/server/src/db/citus-baseline.json, which only shrinks: `node scripts/check-citus-sql.mjs --shrink`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { brokenCitusSql, CITUS_SQL_RULES } from '../apps/server/src/db/citus-sql.ts';
import { isTest, root, sources } from './sources.mjs';
import { eachTemplate, isTagged, parseSource, templateText } from './sql-templates.mjs';

const folder = 'apps/server/src';
const baselineFile = join(root, folder, 'db/citus-baseline.json');
const TAGS = ['sql'];

/** Pieces of SQL that a file gives a name: const X = sql`...`, or const x = (...) => sql`...`. */
function piecesOf(file) {
  const pieces = new Map();
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const made = node.initializer && ts.isArrowFunction(node.initializer) ? node.initializer.body : node.initializer;
      if (isTagged(made, TAGS)) pieces.set(node.name.text, made.template);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return pieces;
}

/** A template's text, with $1 for each value; pieces of the same file are put in. */
const textOf = (template, pieces, depth = 0) =>
  templateText(template, (expression) => {
    const name = ts.isCallExpression(expression) ? expression.expression : expression;
    const piece = ts.isIdentifier(name) ? pieces.get(name.text) : undefined;
    return piece && depth < 5 ? textOf(piece, pieces, depth + 1) : undefined;
  });

/** Calls `seen` with each template of the server: its file, its text and its line. */
function readTemplates(seen) {
  for (const path of sources(folder, /\.ts$/).filter((file) => !isTest(file))) {
    const text = readFileSync(join(root, path), 'utf8');
    if (!text.includes('sql`') && !text.includes('sql<')) continue;
    const tree = parseSource(path, text);
    const pieces = piecesOf(tree);
    eachTemplate(tree, TAGS, (node) => {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      seen(path.slice(folder.length + 1), textOf(node.template, pieces), line);
    });
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
});
const baseline = JSON.parse(readFileSync(baselineFile, 'utf8'));
const failures = [];
const gone = [];
for (const [name, rules] of Object.entries(uses))
  for (const [rule, lines] of Object.entries(rules)) {
    const allowed = baseline.sql[name]?.[rule] ?? 0;
    if (lines.length > allowed)
      failures.push(
        `apps/server/src/${name}:${lines.join(',')}: ${rule} ${lines.length} times, allowed ${allowed}. ${CITUS_SQL_RULES[rule]}`,
      );
  }
for (const [name, rules] of Object.entries(baseline.sql))
  for (const [rule, count] of Object.entries(rules)) {
    const now = uses[name]?.[rule]?.length ?? 0;
    if (now < count) gone.push({ name, rule, count, now });
  }
if (process.argv.includes('--shrink')) {
  for (const { name, now, rule } of gone) {
    if (now > 0) baseline.sql[name][rule] = now;
    else delete baseline.sql[name][rule];
    if (Object.keys(baseline.sql[name]).length === 0) delete baseline.sql[name];
  }
  writeFileSync(baselineFile, `${JSON.stringify(baseline, null, 2)}\n`);
} else
  for (const { name, rule, count, now } of gone)
    failures.push(
      `${name}: ${rule} ${now} times, the baseline says ${count}: node scripts/check-citus-sql.mjs --shrink`,
    );
for (const line of failures) console.error(line);
const left = Object.values(uses).reduce((all, rules) => all + Object.values(rules).flat().length, 0);
if (failures.length === 0) console.log(`${left} statements unsupported by Citus, all in the baseline.`);
process.exitCode = failures.length > 0 ? 1 : 0;
