import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Anchor<P> = P & Omit<ComponentPropsWithRef<'a'>, keyof P>;

/** A link drawn as a button. `Button component={Link}` would accept any address: its props lose what the router knows. */
export const LinkButton = createLink((props: Anchor<ButtonProps>) => <Button component="a" {...props} />);

/** A link drawn as an icon button. Name it with `aria-label`. */
export const LinkIcon = createLink((props: Anchor<ActionIconProps>) => <ActionIcon component="a" {...props} />);
