import { endpoints } from '@darkroom/contract';
import { Button, Form, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api.ts';
import { messageOf, waitingTime } from '../../lib/error-message.ts';
import { useApiMutation } from '../../lib/query.ts';
import { storeSession } from '../../lib/session-store.ts';
import { keepNotice } from '../../lib/sign-in-notice.ts';
import { useToast } from '../../lib/toast.ts';
import { Brand } from '../../ui/brand.tsx';
import { LanguageChoice, ThemeChoice } from '../../ui/preferences.tsx';
import { ContactSheet } from './contact-sheet.tsx';
import './login-page.css';

interface SignIn {
  username: string;
  password: string;
}

/** Sign-in. What was typed stays when it fails; the reason stands above the button until the next try. */
export default function LoginPage() {
  const { t } = useTranslation(['auth', 'common', 'errors']);
  const toast = useToast();
  const [form] = Form.useForm<SignIn>();
  const passwordField = useRef<InputRef>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const waiting = useCountdown(failure?.problem.retry_after ?? 0, failure);
  const login = useApiMutation(endpoints.user.login, {
    onSuccess: (answer) => {
      toast.success(t('auth:login.done', { name: answer.user.full_name || answer.user.username }));
      keepNotice(answer.notice);
      // The router sees the session and goes to where this person wanted to go.
      storeSession(answer);
    },
    onError: (error) => {
      setFailure(error);
      passwordField.current?.focus({ cursor: 'all' });
      return true;
    },
  });
  useEffect(() => {
    document.title = `${t('auth:login.title')} · Darkroom`;
  }, [t]);

  return (
    <div className="login">
      <aside className="login-sheet" aria-hidden>
        <ContactSheet />
      </aside>
      <main className="login-main">
        <div className="login-card">
          <Brand />
          <h1>{t('auth:login.title')}</h1>
          <p className="quiet">{t('auth:login.lead')}</p>
          <Form<SignIn>
            form={form}
            layout="vertical"
            requiredMark={false}
            size="large"
            disabled={login.isPending}
            validateTrigger="onSubmit"
            onFinish={(values) => {
              setFailure(null);
              login.mutate({ username: values.username, password: values.password });
            }}
          >
            <Form.Item
              name="username"
              label={t('auth:login.username')}
              rules={[{ required: true, whitespace: true, message: t('auth:login.username_required') }]}
            >
              <Input autoComplete="username" autoCapitalize="none" autoCorrect="off" spellCheck={false} autoFocus maxLength={100} />
            </Form.Item>
            <Form.Item
              name="password"
              label={t('auth:login.password')}
              rules={[{ required: true, message: t('auth:login.password_required') }]}
            >
              <Input.Password ref={passwordField} autoComplete="current-password" maxLength={1000} />
            </Form.Item>
            <div className="login-failure" role="alert">
              {failure ? failureText(failure, waiting, t) : null}
            </div>
            <Button type="primary" htmlType="submit" block loading={login.isPending} disabled={waiting > 0}>
              {t('auth:login.submit')}
            </Button>
          </Form>
          <p className="quiet">{t('auth:login.forgotten')}</p>
        </div>
        <footer className="login-foot">
          <LanguageChoice />
          <ThemeChoice />
        </footer>
      </main>
    </div>
  );
}

type Translate = Parameters<typeof messageOf>[1];

function failureText(failure: ApiError, waiting: number, t: Translate): string {
  if (failure.status === 429) {
    return waiting > 0 ? t('auth:login.wait', { wait: waitingTime(waiting, t) }) : t('auth:login.wait_over');
  }
  return messageOf(failure, t);
}

/** Seconds left of a wait the server has imposed; begins anew with every failure. */
function useCountdown(seconds: number, cause: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    if (seconds === 0) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [seconds, cause]);
  return left;
}
