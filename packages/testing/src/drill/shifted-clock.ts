// Loaded with --import into a process of the drill: sets its clock off by DRILL_CLOCK_MS against everybody else's.
const byMs = Number(process.env.DRILL_CLOCK_MS ?? 0);
const now = Date.now.bind(Date);

Date.now = () => now() + byMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [target.now()] : args, made),
  apply: (target) => new target(target.now()).toString(),
});
