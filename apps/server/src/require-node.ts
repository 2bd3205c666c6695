/**
 * Imported first: Node 22 runs TypeScript too, and would fail later, in the middle of a start. systemd and containers start main.ts
 * without scripts/start.mjs, which says the same.
 */
const OLDEST = 24;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  process.stderr.write(`Quayside did not start. It needs Node ${OLDEST} or newer; this is ${process.version}.\n`);
  process.exit(1);
}
