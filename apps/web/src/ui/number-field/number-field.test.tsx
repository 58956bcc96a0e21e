// @vitest-environment happy-dom
import { AMOUNT_LIMITS } from '@darkroom/domain/allowance/fees';
import { screen } from '@testing-library/react';
import { Button, Form } from 'antd';
import i18next from 'i18next';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { NumberField } from './number-field.tsx';
import { useNumberRule } from './use-number-rule.ts';

type Limits = Parameters<ReturnType<typeof useNumberRule>>[0];

function Amount({ limits, onFinish }: { limits: Limits; onFinish: (values: unknown) => void }) {
  const numberRule = useNumberRule();
  return (
    <Form onFinish={onFinish}>
      <Form.Item name="amount" rules={[numberRule(limits)]}>
        <NumberField {...limits} aria-label="Amount" />
      </Form.Item>
      <Button htmlType="submit">Save</Button>
    </Form>
  );
}

/** Renders a form with one amount, types a text, leaves the field and sends the form. */
async function send(language: 'en' | 'vi', text: string, limits: Limits) {
  const onFinish = vi.fn();
  const { user } = await showPart(<Amount limits={limits} onFinish={onFinish} />);
  if (language !== 'en') {
    onTestFinished(async () => void (await i18next.changeLanguage('en')));
    await i18next.changeLanguage(language);
  }
  const field = await screen.findByLabelText<HTMLInputElement>('Amount');
  await user.type(field, text);
  await user.tab();
  const textAfterBlur = field.value;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  return { left: textAfterBlur, onFinish };
}

describe('amounts in VND', () => {
  it.each([
    ['en', '120.000', '“120.000” can mean 120,000 or 120. Write 120000 or 120.'],
    ['vi', '120,000', '“120,000” có thể là 120.000 hoặc 120. Hãy ghi 120000 hoặc 120.'],
    ['en', '1.255', '“1.255” can mean 1,255 or 1.255. Write 1255 or 1.2550.'],
  ] as const)(
    'an amount that could mean thousands is not read as decimals (%s: %s)',
    async (language, text, message) => {
      const { left: textAfterBlur, onFinish } = await send(language, text, AMOUNT_LIMITS);
      await screen.findByText(message);
      expect(textAfterBlur).toBe(text);
      expect(onFinish).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['en', '120,000', 120_000],
    ['vi', '120.000', 120_000],
    ['en', '1.250.000', 1_250_000],
    ['vi', '1,250,000', 1_250_000],
    ['en', '120.5', 120.5],
    ['en', '120.50', 120.5],
    ['vi', '120,50', 120.5],
    ['en', '1.2550', 1.255],
  ] as const)('an amount with one meaning is accepted (%s: %s)', async (language, text, amount) => {
    const { onFinish } = await send(language, text, AMOUNT_LIMITS);
    await vi.waitFor(() => expect(onFinish).toHaveBeenCalledWith({ amount }));
  });
});

it('a price is read with the decimal mark of the language', async () => {
  const { onFinish } = await send('en', '1.255', { min: 0 });
  await vi.waitFor(() => expect(onFinish).toHaveBeenCalledWith({ amount: 1.255 }));
});

it('a whole amount has thousands with either separator', async () => {
  const { onFinish } = await send('en', '12.000.000', { whole: true, min: 0 });
  await vi.waitFor(() => expect(onFinish).toHaveBeenCalledWith({ amount: 12_000_000 }));
});
