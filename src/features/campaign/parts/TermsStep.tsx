import { DateField } from '../../../kit/form/dates/DateField.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Checkbox, Radio, SegmentedControl, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { PLATFORMS, type Platform } from '../../../core/works.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { MODES, type Mode, PRICE_MODELS, REGIONS } from '../contract.ts'
import type { Draft, Faults } from '../draft.ts'
import { text } from '../text.ts'
import styles from './campaign.module.css'
import { useCampaignOptions } from './useCampaign.ts'

interface TermsProps {
  draft: Draft
  change(part: Partial<Draft>): void
  faults: Faults
}

/** Step 2: to whom, how, and under which terms. */
export function TermsStep({ draft, change, faults }: TermsProps) {
  const all = useText(text)
  const words = all.terms
  const { data } = useCampaignOptions()
  const typed = (name: keyof Draft) => (event: { currentTarget: { value: string } }) =>
    change({ [name]: event.currentTarget.value })
  return (
    <div className={styles.fields}>
      <TextInput
        label={words.name}
        description={faults.name ? undefined : words.nameHint}
        error={faults.name}
        value={draft.name}
        maxLength={60}
        onChange={typed('name')}
        withAsterisk
      />
      <Checkbox.Group
        label={words.suppliers}
        error={faults.supplierIds}
        value={draft.supplierIds}
        onChange={(supplierIds) => change({ supplierIds })}
        withAsterisk
      >
        <div className={styles.suppliers}>
          {data?.suppliers.map(({ id, name, isActive, quotaLeft }) => (
            <Checkbox
              key={id}
              value={id}
              disabled={!isActive}
              label={name}
              description={
                isActive ? (quotaLeft === null ? words.noLimit : words.quotaLeft(exactCount(quotaLeft))) : words.paused
              }
            />
          ))}
        </div>
      </Checkbox.Group>
      <Radio.Group label={words.mode} value={draft.mode} onChange={(mode) => change({ mode: mode as Mode })}>
        <div className={styles.modes}>
          {MODES.map((mode) => (
            <Radio key={mode} value={mode} label={words.modes[mode]} description={words.modeNotes[mode]} />
          ))}
        </div>
      </Radio.Group>
      <Part title={words.rightsSection}>
        <Checkbox.Group
          label={words.platforms}
          error={faults.platforms}
          value={draft.platforms}
          onChange={(platforms) => change({ platforms: platforms as Platform[] })}
          withAsterisk
        >
          <div className={styles.checks}>
            {PLATFORMS.map((platform) => (
              <Checkbox key={platform} value={platform} label={all.platform[platform]} />
            ))}
          </div>
        </Checkbox.Group>
        <div className={styles.pair}>
          <DateField
            label={words.rightsFrom}
            value={draft.rightsFrom}
            onChange={(rightsFrom) => change({ rightsFrom })}
            withAsterisk
          />
          <DateField
            label={words.rightsTo}
            error={faults.rightsTo}
            value={draft.rightsTo}
            min={draft.rightsFrom}
            onChange={(rightsTo) => change({ rightsTo })}
            withAsterisk
          />
          <DateField
            label={words.deadline}
            description={faults.deadline ? undefined : words.deadlineHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={faults.deadline}
            value={draft.deadline}
            min={data?.today}
            onChange={(deadline) => change({ deadline })}
            withAsterisk
          />
          <div className={styles.choice}>
            <span className={styles.choiceLabel}>{words.region}</span>
            <SegmentedControl
              aria-label={words.region}
              value={draft.region}
              onChange={(region) => change({ region: region as Draft['region'] })}
              data={REGIONS.map((value) => ({ value, label: words.regions[value] }))}
            />
          </div>
        </div>
      </Part>
      <Part title={words.rulesSection}>
        <Checkbox
          label={words.allowEdit}
          checked={draft.allowEdit}
          onChange={(event) => change({ allowEdit: event.currentTarget.checked })}
        />
        <div className={styles.pair}>
          <TextInput
            label={words.tags}
            description={faults.tags ? undefined : words.tagsHint}
            error={faults.tags}
            value={draft.tags}
            onChange={typed('tags')}
          />
          <TextInput
            label={words.forbidden}
            description={faults.forbidden ? undefined : words.tagsHint}
            error={faults.forbidden}
            value={draft.forbidden}
            onChange={typed('forbidden')}
          />
        </div>
      </Part>
      <Part title={words.priceSection}>
        <SegmentedControl
          aria-label={words.price}
          value={draft.priceModel}
          onChange={(priceModel) => change({ priceModel: priceModel as Draft['priceModel'] })}
          data={PRICE_MODELS.map((value) => ({ value, label: words.prices[value] }))}
        />
        {(draft.priceModel === 'per_post' || draft.priceModel === 'cpm') && (
          <div className={styles.pair}>
            <TextInput
              label={words.unitPrice}
              description={faults.unitPrice ? undefined : words.unitHint}
              error={faults.unitPrice}
              inputMode="decimal"
              value={draft.unitPrice}
              onChange={typed('unitPrice')}
              withAsterisk
            />
            <TextInput
              label={words.cap}
              description={faults.cap ? undefined : words.capHint}
              error={faults.cap}
              inputMode="decimal"
              value={draft.cap}
              onChange={typed('cap')}
            />
          </div>
        )}
        {draft.priceModel === 'share' && (
          <div className={styles.pair}>
            <TextInput
              label={words.share}
              description={faults.share ? undefined : words.unitHint}
              error={faults.share}
              inputMode="decimal"
              value={draft.share}
              onChange={typed('share')}
              withAsterisk
            />
          </div>
        )}
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
