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

// The server puts a fresh one into every index.html; without it Ant Design's styles would not pass the policy.
const csp = { nonce: readMeta('csp-nonce') };

// Over the body itself Ant Design locks scrolling with a style that lacks the nonce; nothing scrolls there anyway.
const overlays = document.body.appendChild(document.createElement('div'));
const onTop = () => overlays;

// When its leaving motion is cut short Ant Design's own loading icon stays, invisible but read by screen readers; one that is
// passed in is removed.
const BUTTON = { autoInsertSpace: false, loadingIcon: <LoadingOutlined /> };
// No field that can be emptied is there before the first rows.
const EMPTIED = {
  clearIcon: <ClearSign />,
};

/** Ant Design's look and words, once for everything behind the sign-in; the sign-in form itself does without. */
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
