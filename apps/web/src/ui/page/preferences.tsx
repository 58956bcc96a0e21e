import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { setDevice, useDevice } from '../../lib/device.ts';
import { Choice } from '../input/choice.tsx';

/** The page's language, changed without a reload. `short` for little space. */
export function LanguageChoice({ short = false }: { short?: boolean }) {
  const { t, i18n } = useTranslation('common');
  return (
    <Choice
      label={t('language')}
      value={i18n.resolvedLanguage === 'vi' ? 'vi' : 'en'}
      options={[
        { value: 'vi', label: short ? 'VI' : 'Tiếng Việt', name: 'Tiếng Việt', lang: 'vi' },
        { value: 'en', label: short ? 'EN' : 'English', name: 'English', lang: 'en' },
      ]}
      onChange={(language) => void i18n.changeLanguage(language)}
    />
  );
}

/** Light, dark, or the device's setting. */
export function ThemeChoice() {
  const { t } = useTranslation('common');
  const { theme } = useDevice();
  return (
    <Choice
      label={t('theme.label')}
      value={theme}
      options={[
        { value: 'light', label: t('theme.light') },
        { value: 'dark', label: t('theme.dark') },
        { value: 'system', label: t('theme.system') },
      ]}
      onChange={(value) => setDevice('theme', value)}
    />
  );
}

/** Single-key shortcuts on or off (quality 6). */
export function KeyboardChoice() {
  const { t } = useTranslation('common');
  const { keyboard } = useDevice();
  return (
    <Choice
      label={t('keyboard.label')}
      value={keyboard}
      options={[
        { value: 'on', label: t('keyboard.on') },
        { value: 'off', label: t('keyboard.off') },
      ]}
      onChange={(value) => setDevice('keyboard', value)}
    />
  );
}
