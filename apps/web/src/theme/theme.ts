import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { BREAKPOINTS_EM } from './layout.ts';

/** Mantine wants ten shades by name; what is drawn comes from the variables in mantine-look.css. */
const sea: MantineColorsTuple = [
  '#e3f0ef',
  '#c5e1df',
  '#9fd0cc',
  '#6fbab5',
  '#35b5ae',
  '#1f8f8b',
  '#127a78',
  '#0b6e6e',
  '#085a5a',
  '#064747',
];

/** A hint stands below its field, where it neither moves the field nor parts it from its label. */
const HINT_BELOW = ['label', 'input', 'description', 'error'];

export const theme = createTheme({
  breakpoints: BREAKPOINTS_EM,
  primaryColor: 'sea',
  primaryShade: { light: 7, dark: 4 },
  colors: { sea },
  fontFamily: 'var(--text-face)',
  fontFamilyMonospace: 'var(--mono-face)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  radius: { sm: '4px', md: '6px', lg: '8px' },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', size: 'md' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: HINT_BELOW } },
    Button: { defaultProps: { size: 'sm', variant: 'filled' } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', transitionProps: { duration: 140 } } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 140 } } },
  },
});
