import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Anchor<P> = P & Omit<ComponentPropsWithRef<'a'>, keyof P>;

/**
 * A link styled as a button. `Button component={Link}` would accept any URL, because its props lose the router's types.
 */
export const LinkButton = createLink((props: Anchor<ButtonProps>) => <Button component="a" {...props} />);

/** A link styled as an icon button. Name it with `aria-label`. */
export const LinkIcon = createLink((props: Anchor<ActionIconProps>) => <ActionIcon component="a" {...props} />);
