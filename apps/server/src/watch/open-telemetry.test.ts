import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Written apart, so that checks of imports don't take it for one. */
const DYNAMIC = `import${'('}`;

it('is loaded by the start alone, and only on demand', () => {
  const src = join(import.meta.dirname, '..');
  const importers = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(join(src, file), 'utf8')
        .split('\n')
        .filter((line) => line.includes(DYNAMIC) || /\bfrom '/.test(line))
        .filter((line) => /'(@opentelemetry\/|[./]+.*open-telemetry\.ts)/.test(line))
        .map((line) => [file, line.includes(DYNAMIC) ? 'on demand' : 'at start']),
    );
  expect(new Set(importers.filter(([file]) => file !== join('watch', 'open-telemetry.ts')).map(String))).toEqual(
    new Set(['start.ts,on demand']),
  );
});
