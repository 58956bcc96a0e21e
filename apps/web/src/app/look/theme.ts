import { theme as antd, type ThemeConfig } from 'antd';

type Algorithm = Extract<NonNullable<ThemeConfig['algorithm']>, (...args: never[]) => unknown>;

/** Ant Design tokens of spec §9 and look.md. Contrast fixes are only here. */
const SPEC_TOKENS = {
  fontFamily: "'Roboto Variable', Roboto, 'Segoe UI', sans-serif",
  fontWeightStrong: 800,
  borderRadius: 6,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.15s',
  controlOutlineWidth: 2,
  // The focus ring of the keyboard. Its colour is colorPrimaryBorder. base.css has the same ring for elements without Ant Design.
  lineWidthFocus: 2,
} satisfies ThemeConfig['token'];

/** Sizes after the compact algorithm, which alone would give 12 for body text. */
const SIZES = {
  fontSize: 13,
  fontSizeSM: 12,
  fontSizeLG: 14,
  fontSizeXL: 16,
  fontSizeHeading1: 24,
  fontSizeHeading2: 20,
  fontSizeHeading3: 20,
  fontSizeHeading4: 16,
  fontSizeHeading5: 13,
  lineHeight: 20 / 13,
};

// Neutral greys without tint, because photographs are next to them. Placeholders and quiet text have a contrast of 4.5:1.
const LIGHT = {
  colorBgLayout: '#f5f5f5',
  // Hover makes a colour darker. Ant Design's default is lighter, which puts its text below 4.5:1.
  colorPrimaryHover: '#1d39c4',
  colorPrimaryActive: '#10239e',
  colorPrimaryBorder: '#2f54eb',
  colorErrorHover: '#a8071a',
  colorErrorActive: '#820014',
  colorText: 'rgba(0, 0, 0, 0.88)',
  colorTextSecondary: 'rgba(0, 0, 0, 0.68)',
  colorTextTertiary: 'rgba(0, 0, 0, 0.6)',
  colorTextQuaternary: 'rgba(0, 0, 0, 0.56)',
  // Text of Ant Design's pale tags. The defaults are below 4.5:1.
  gold7: '#7c4a00',
  yellow7: '#735900',
  orange7: '#873800',
  volcano7: '#ad2102',
  lime7: '#3f6600',
  green7: '#237804',
  cyan7: '#00626a',
  colorSuccessText: '#237804',
  colorWarningText: '#7c4a00',
  colorErrorText: '#b3101e',
  colorError: '#cf1322',
  colorLink: '#2f54eb',
  colorLinkHover: '#1d39c4',
};

const DARK = {
  colorBgLayout: '#141414',
  colorBgContainer: '#1c1c1c',
  colorBgElevated: '#262626',
  colorBorder: '#4a4a4a',
  colorBorderSecondary: '#333333',
  colorPrimary: '#7c93f5',
  colorPrimaryHover: '#96a9f8',
  colorPrimaryActive: '#748bee',
  colorPrimaryText: '#96a9f8',
  colorPrimaryBg: '#232842',
  colorPrimaryBgHover: '#2b3257',
  colorPrimaryBorder: '#7c93f5',
  colorLink: '#96a9f8',
  colorLinkHover: '#b3c1fb',
  colorText: 'rgba(255, 255, 255, 0.88)',
  colorTextSecondary: 'rgba(255, 255, 255, 0.72)',
  colorTextTertiary: 'rgba(255, 255, 255, 0.62)',
  colorTextQuaternary: 'rgba(255, 255, 255, 0.56)',
  colorError: '#f0616d',
  colorErrorHover: '#f58a93',
  colorErrorActive: '#f0616d',
  colorErrorText: '#f58a93',
};

const overrideTokens =
  (changes: object): Algorithm =>
  (seed, map) => ({ ...(map ?? antd.defaultAlgorithm(seed)), ...changes });

/** A drawer's buttons align with its fields. */
const COMPONENT_TOKENS: ThemeConfig['components'] = {
  Badge: { dotSize: 10, statusSize: 10 },
  Drawer: { footerPaddingInline: 16 },
};

const LIGHT_THEME: ThemeConfig = {
  algorithm: [antd.defaultAlgorithm, antd.compactAlgorithm, overrideTokens({ ...SIZES, ...LIGHT })],
  token: { ...SPEC_TOKENS, colorPrimary: '#2f54eb', colorTextPlaceholder: '#6b6b6b' },
  components: COMPONENT_TOKENS,
};

const DARK_THEME: ThemeConfig = {
  algorithm: [antd.darkAlgorithm, antd.compactAlgorithm, overrideTokens({ ...SIZES, ...DARK })],
  token: { ...SPEC_TOKENS, colorPrimary: '#7c93f5', colorTextPlaceholder: '#949494', colorTextLightSolid: '#101322' },
  components: {
    ...COMPONENT_TOKENS,
    Button: { primaryColor: '#101322' },
    Tooltip: { colorTextLightSolid: 'rgba(255, 255, 255, 0.92)' },
  },
};

// A motion cut short by a style sheet leaves Ant Design waiting for its end, so the motion is turned off.
const withoutMotion = (theme: ThemeConfig): ThemeConfig => ({ ...theme, token: { ...theme.token, motion: false } });

/** The themes of the product: light or dark, with or without motion. Created once, because a new object would restyle every component. */
export const themes: Readonly<Record<'light' | 'dark', Record<'moving' | 'still', ThemeConfig>>> = {
  light: { moving: LIGHT_THEME, still: withoutMotion(LIGHT_THEME) },
  dark: { moving: DARK_THEME, still: withoutMotion(DARK_THEME) },
};
