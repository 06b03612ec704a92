import { expect, test } from './app.ts'

test('with nothing installed a newcomer sees everything work, plainly marked as canned', async ({
  openApp,
}) => {
  const app = await openApp()
  await expect(app.page.getByRole('status', { name: 'Server' })).toContainText(/Demo.*canned/i)
  await app.send('Call two tools about the weather')
  await expect(app.reply.getByRole('group', { name: /Tool call/ })).toHaveCount(2)
  await expect(app.reply).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 })
  const profile = app.page.getByRole('complementary', { name: 'Profile' })
  await expect(profile).toContainText(/\d W/)
  await expect(profile).toContainText('tok/s')
})
