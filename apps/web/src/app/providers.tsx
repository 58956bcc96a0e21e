import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Button, ConfigProvider, message } from 'antd';
import enUS from 'antd/locale/en_US';
import viVN from 'antd/locale/vi_VN';
import dayjs from 'dayjs';
import 'dayjs/locale/vi';
import { useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDark } from '../lib/device.ts';
import { ToastContext, type Toast, type ToastAction } from '../lib/toast.ts';
import { themes } from './theme.ts';

// The server puts a fresh one into every index.html; without it Ant Design's styles would not pass the policy.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const csp = { nonce };

/** Everything a page stands in: theme, words of Ant Design, data, toasts. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  const dark = useDark();
  const { i18n } = useTranslation();
  const vietnamese = i18n.resolvedLanguage === 'vi';
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  }, [dark]);
  useEffect(() => {
    dayjs.locale(vietnamese ? 'vi' : 'en');
  }, [vietnamese]);
  return (
    <ConfigProvider
      theme={themes[dark ? 'dark' : 'light']}
      locale={vietnamese ? viVN : enUS}
      csp={csp}
      button={{ autoInsertSpace: false }}
    >
      <QueryClientProvider client={client}>
        <Toasts>{children}</Toasts>
      </QueryClientProvider>
    </ConfigProvider>
  );
}

function Toasts({ children }: { children: ReactNode }) {
  const [api, holder] = message.useMessage({ maxCount: 3 });
  const toast = useMemo<Toast>(
    () => ({
      success: (text, action) => void (action ? withAction(api, text, action) : api.success(text)),
      error: (text) => void api.error(text, 6),
      info: (text) => void api.info(text),
    }),
    [api],
  );
  return (
    <ToastContext value={toast}>
      {children}
      {holder}
    </ToastContext>
  );
}

let actions = 0;

/** A sentence with its Undo; pressing it takes the sentence away. */
function withAction(api: ReturnType<typeof message.useMessage>[0], text: string, { label, onPress }: ToastAction) {
  const key = `toast-action-${(actions += 1)}`;
  const press = () => {
    api.destroy(key);
    onPress();
  };
  const content = (
    <>
      {text}{' '}
      <Button type="link" size="small" onClick={press}>
        {label}
      </Button>
    </>
  );
  return api.success({ key, content, duration: 8 });
}
