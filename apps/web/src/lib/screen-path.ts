import type { LinkProps } from '@tanstack/react-router';

/** A path without parameters. */
export type ScreenPath = Exclude<NonNullable<LinkProps['to']>, '.' | '..' | `${string}$${string}`>;
