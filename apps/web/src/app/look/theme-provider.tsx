import { LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import viVN from 'antd/es/locale/vi_VN';
import { type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { readMeta } from '../../lib/api/release.ts';
import { useIsDark, usePrefersReducedMotion } from '../../lib/device.ts';
import { renderEmpty } from '../../ui/feedback/no-choices.tsx';
import { useFormMessages } from '../form-messages.ts';
import { themes } from './theme.ts';
import ClearIcon from '../../ui/input/clear-icon.tsx';

// The server puts a fresh nonce into every index.html. Without it the policy rejects Ant Design's styles.
const csp = { nonce: readMeta('csp-nonce') };

// With the body as container, Ant Design locks scrolling with a style that lacks the nonce. The body does not scroll anyway.
const overlayContainer = document.body.appendChild(document.createElement('div'));
const getOverlayContainer = () => overlayContainer;

// Ant Design's own loading icon stays in the page, invisible but read by screen readers, when its leaving motion is cut short. A passed
// icon is removed.
const BUTTON = { autoInsertSpace: false, loadingIcon: <LoadingOutlined /> };
// The first rows have no field that can be cleared.
const CLEARABLE = {
  clearIcon: <ClearIcon />,
};

/** Ant Design's look and texts for everything after sign-in. The sign-in form does not use Ant Design. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const dark = useIsDark();
  const reducedMotion = usePrefersReducedMotion();
  const { i18n } = useTranslation();
  const form = useFormMessages();
  const vietnamese = i18n.resolvedLanguage === 'vi';
  return (
    <ConfigProvider
      theme={themes[dark ? 'dark' : 'light'][reducedMotion ? 'still' : 'moving']}
      locale={vietnamese ? viVN : enUS}
      csp={csp}
      getPopupContainer={getOverlayContainer}
      button={BUTTON}
      select={CLEARABLE}
      datePicker={CLEARABLE}
      form={form}
      renderEmpty={renderEmpty}
    >
      {children}
    </ConfigProvider>
  );
}
