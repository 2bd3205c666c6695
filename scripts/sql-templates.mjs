// Finds the sql`` templates of a source by its syntax tree.
import ts from 'typescript';

/** A source as a tree; `path` only names it. */
export const parseSource = (path, text) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

/** Whether a node is a template with one of these tags. */
export const isTagged = (node, tags) =>
  node !== undefined &&
  ts.isTaggedTemplateExpression(node) &&
  ts.isIdentifier(node.tag) &&
  tags.includes(node.tag.text);

/** Calls `seen` with each template of a tree that has one of the tags, those inside others too. */
export function eachTemplate(tree, tags, seen) {
  const visit = (node) => {
    if (isTagged(node, tags)) seen(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
}

/** A template's text, with $1 for each value, or what `piece` has for the value's expression. */
export function templateText(template, piece = () => undefined) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return (
    template.head.text +
    template.templateSpans.map(({ expression, literal }) => `${piece(expression) ?? '$1'}${literal.text}`).join('')
  );
}
