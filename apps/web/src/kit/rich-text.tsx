import { Suspense } from 'react';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import classes from './rich-text.module.css';

import type { RichTextProps } from './rich-text-props.ts';

const Editor = lazyChunk(() => import('./rich-editor.tsx'));

/** A text with headings, lists and emphasis. The editor loads when first shown, with its space reserved. */
export function RichText(props: RichTextProps) {
  const minHeight = (props.minHeight ?? 180) + 41;
  return (
    <Suspense fallback={<div className={classes.frame} style={{ minHeight }} aria-busy="true" />}>
      <Editor {...props} />
    </Suspense>
  );
}
