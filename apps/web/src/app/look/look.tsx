import { LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US';
import viVN from 'antd/es/locale/vi_VN';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readMeta } from '../../lib/call/release.ts';
import { useDark, useStill } from '../../lib/device.ts';
import { renderEmpty } from '../../ui/feedback/no-choices.tsx';
import { useFormMessages } from '../form-messages.ts';
import { themes } from './theme.ts';
import ClearSign from '../../ui/input/clear-sign.tsx';

// The server puts a fresh nonce into every index.html. Without it the policy rejects Ant Design's styles.
const csp = { nonce: readMeta('csp-nonce') };

// With the body as container, Ant Design locks scrolling with a style that lacks the nonce. The body does not scroll anyway.
const overlays = document.body.appendChild(document.createElement('div'));
const onTop = () => overlays;

// Ant Design's own loading icon stays in the page, invisible but read by screen readers, when its leaving motion is cut short. A passed
// icon is removed.
const BUTTON = { autoInsertSpace: false, loadingIcon: <LoadingOutlined /> };
// The first rows have no field that can be cleared.
const EMPTIED = {
  clearIcon: <ClearSign />,
};

/** Ant Design's look and texts for everything after sign-in. The sign-in form does not use Ant Design. */
export function Look({ children }: { children: ReactNode }) {
  const dark = useDark();
  const still = useStill();
  const { i18n } = useTranslation();
  const form = useFormMessages();
  const vietnamese = i18n.resolvedLanguage === 'vi';
  return (
    <ConfigProvider
      theme={themes[dark ? 'dark' : 'light'][still ? 'still' : 'moving']}
      locale={vietnamese ? viVN : enUS}
      csp={csp}
      getPopupContainer={onTop}
      button={BUTTON}
      select={EMPTIED}
      datePicker={EMPTIED}
      form={form}
      renderEmpty={renderEmpty}
    >
      {children}
    </ConfigProvider>
  );
}
