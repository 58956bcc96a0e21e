// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { AutoComplete, Form, Input, Radio, Segmented, Select } from 'antd';
import i18next from 'i18next';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { CheckboxGroup } from '../../ui/input/checkbox-group.tsx';
import { DayField } from '../../ui/day-picker/day-picker.tsx';
import { MomentField } from '../../ui/day-picker/moment-field.tsx';

const OPTIONS = [{ value: 'one', label: 'One' }];
const FIELDS: Record<string, ReactElement> = {
  Name: <Input />,
  Notes: <Input.TextArea />,
  City: <AutoComplete options={OPTIONS} />,
  Names: <Select mode="tags" open={false} suffixIcon={null} />,
  Team: <Select options={OPTIONS} />,
  Teams: <Select mode="multiple" options={OPTIONS} />,
  Birthday: <DayField />,
  Ends: <MomentField label="Ends" />,
  Tier: <Radio.Group options={OPTIONS} />,
  Gender: <Segmented options={OPTIONS} />,
  Events: <CheckboxGroup options={OPTIONS} />,
};

async function listMissing(fields: Record<string, ReactElement>) {
  const { user } = await showPart(
    <Form>
      {Object.entries(fields).map(([label, field]) => (
        <Form.Item key={label} name={label} label={label} rules={[{ required: true }]}>
          {field}
        </Form.Item>
      ))}
      <Form.Item name="bare" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <button type="submit">Save</button>
    </Form>,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('This field is required.');
  return () => [...document.querySelectorAll('.ant-form-item-explain-error')].map(({ textContent }) => textContent);
}

describe('required fields', () => {
  afterEach(() => i18next.changeLanguage('en'));

  it('the message says "enter" for typed values and "select" for choices', async () => {
    const messages = await listMissing(FIELDS);
    expect(messages()).toEqual([
      ...['Name', 'Notes', 'City', 'Names'].map((label) => `Please enter ${label}`),
      ...['Team', 'Teams', 'Birthday', 'Ends', 'Tier', 'Gender', 'Events'].map((label) => `Please select ${label}`),
      'This field is required.',
    ]);
  });

  it('the message changes its language while it is shown', async () => {
    const messages = await listMissing({ Tên: <Input />, Nhóm: <Select options={OPTIONS} /> });
    await act(() => i18next.changeLanguage('vi'));
    expect(messages()).toEqual(['Vui lòng nhập Tên', 'Vui lòng chọn Nhóm', 'Ô này là bắt buộc.']);
  });
});
