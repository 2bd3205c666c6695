import { Suspense } from 'react';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import type { SchemaFormProps } from './schema-fields.tsx';
import classes from './schema-form.module.css';
import { SkeletonBox, SkeletonLine } from './skeletons.tsx';

const Fields = lazyChunk(() => import('./schema-fields.tsx'));

/** A form generated from a JSON schema, with the server's errors beside its fields. */
export function SchemaForm(props: SchemaFormProps) {
  const count = Object.keys(props.schema.properties ?? {}).length;
  return (
    <Suspense
      fallback={
        <div className={classes.form} aria-hidden="true">
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
            <div key={index} className={classes.skeleton}>
              <SkeletonLine width="30%" height={8} />
              <SkeletonBox width="100%" height={34} />
            </div>
          ))}
        </div>
      }
    >
      <Fields {...props} />
    </Suspense>
  );
}
