# Encours, English.
# Rules: no exclamation mark, capital on the first word only, buttons in the imperative.
# Counts ($n, $total…) carry their groups and choose the plural; what has decimals or a unit arrives as text.
# One section per place, keys in alphabetical order in each section, both files in the same order.

## Everywhere

absent-meaningless = n.m.
absent-not-allowed = not allowed
absent-not-allowed-scope = not allowed (missing permission: { $scope })
absent-not-applicable = not applicable
absent-not-provided = not provided
absent-not-provided-short = n/a
absent-not-seen-again = missing on the server
absent-undocumented = undocumented
absent-unknown-here = unknown
app-name = Encours
badge-demo = Demo
more-below = ↓ { $n } more
no = no
class-none = no class
deal-unnamed = (no name)
# In French the word agrees with what was loaded.
read-ago = { $of ->
   *[m] loaded
} { $ago } ago
read-now = { $of ->
   *[m] just loaded
}
status-none = No status
owner-none = no owner
owner-none-short = none
owner-new = No deal has this owner yet. Check the name.
owner-new-near = No deal has this owner yet. Did you mean { $name }?
quoted = “{ $text }”
more-actions = More actions
scroll-bar = Scroll – { $of }
settings-language-size = Language and size
settings-accent = Accent
settings-accent-own = custom, { $colour }
settings-looks = Theme
settings-of-window = User, theme, language and size
accent-amber = amber
accent-blue = blue
accent-graphite = graphite
accent-green = green
accent-rose = rose
accent-teal = teal
accent-violet = violet
theme-dark = dark
    .also = night, black, dim
theme-high-contrast = high contrast
    .also = strong contrast, accessibility, low vision
theme-light = light
    .also = day, white, bright
theme-mono = mono, no colour
    .also = monochrome, black and white, greyscale, grayscale, no colour
theme-name = Theme:
theme-system = system
    .also = automatic, follow the system
total = total
yes = yes

## Buttons

button-cancel = Cancel
button-clear = Clear
button-clear-filter = Clear filter
button-filter-before = Restore filter
button-close = Close
button-edit = Edit
button-new-deal = New deal
button-filter = Filter
button-read = Load
button-retry = Retry
button-create = Create
button-save = Save
button-move = Move
button-recreate = Recreate
button-see = View
button-show-all = Show all
button-show-less = Show less
button-undo = Undo

## Units and dates

date-at-time = { $date } at { $time }
due-done = Done
due-later = Later
due-overdue = Overdue
due-soon = Soon
due-today = Today
followup-mark = { $due }: follow-up on { $day }
followup-none = –
followup-done-on = done on { $date }
day-today = Today
day-tomorrow = Tomorrow
day-yesterday = Yesterday
month-april = April
month-august = August
month-december = December
month-february = February
month-january = January
month-july = July
month-june = June
month-march = March
month-may = May
month-november = November
month-october = October
month-september = September
unit-day = d
unit-hour = h
unit-minute = min
unit-second = s
unit-working-day = wd
unit-working-day-long = { $n ->
    [one] working day
   *[other] working days
}
weekday-friday = Friday
weekday-monday = Monday
weekday-saturday = Saturday
weekday-sunday = Sunday
weekday-thursday = Thursday
weekday-tuesday = Tuesday
weekday-wednesday = Wednesday

## Keys

key-backspace = Backspace
key-delete = Del
key-down = Down
key-end = End
key-enter = Enter
key-esc = Esc
key-home = Home
key-left = Left
key-pagedown = PgDn
key-pageup = PgUp
key-right = Right
key-shift = Shift
key-space = Space
key-tab = Tab
key-up = Up

## Screens

screen-activity = Activity
    .also = queue, changes, conflicts, journal, requests, outbox, connection, token, offline, rate limit, pause, synchronisation, errors, sending, sync, history of changes
screen-activity-short = Activity
screen-agenda = Agenda
    .also = calendar, due dates, deadlines, follow-ups, month, week, planner
agenda-count = { $n ->
    [one] 1 entry
   *[other] { $n } entries
}{ $overdue ->
    [0] {""}
   *[other] , { $overdue } overdue
}
agenda-day = { $day }, { $n ->
    [0] no entries
    [one] 1 entry
   *[other] { $n } entries
}{ $due ->
    [due-overdue] , overdue
   *[other] {""}
}
agenda-empty = No dates yet. Set a follow-up on a deal. Tasks with a due date and snoozed notifications appear here too.
agenda-missing = Dates are missing. { $list }: { $why }
agenda-more = +{ $n } more
agenda-present-only = The agenda shows the present only. Return to the present to see it.
agenda-period = { $period }: { $n } · in all: { $all }
agenda-snooze = Returns
agenda-task = Task
agenda-week = Week of { $day }
screen-deal = Deal
    .also = record, panel, details, deal sheet
screen-explorer = Explorer
    .also = lists, routes, API, fields, records, resources, data, browse
screen-explorer-short = Expl.
screen-notifications = Notifications
    .also = inbox, triage, alerts, mark read, snooze, star, similar, watched identifiers, messages, mail
screen-notifications-short = Notif.
screen-pipeline = Pipeline
    .also = deals, kanban, board, columns, statuses, my deals, cards, list of deals, home, funnel, stages
screen-portfolio = Portfolio
    .also = summary, totals, nominal, breakdowns, charts, checks, concentration, outstanding, overview, statistics, stats, figures
screen-portfolio-short = Portfolio
screen-flow = Flow
    .also = funnel, conversion, throughput, cycle time, forecast, cumulative flow
screen-tasks = Tasks
    .also = kanban, prep, to do, due dates, task list, todo, deadlines
screen-views = Views
    .also = saved views, dashboards

## Status line

status-as-of = as of { $at }
status-as-of-day = as of { $at }
status-refused = no access to deals
status-because = { $what }: { $why }
status-why-there = { $what } ({ $key }: details)
status-unread = couldn’t load deals
status-held = { $n } loaded
status-held-so-far = { $n } loaded so far
status-held-so-far-short = { $n } so far
conflict-count = × { $n } in conflict
conflict-writes = { $n ->
    [one] { $n } change in conflict
   *[other] { $n } changes in conflict
}
status-connecting = connecting…
status-coverage = { $part }/{ $total } deals
status-coverage-miscounted = server reports { $total }, received { $part }
status-coverage-long = { $total ->
    [one] { $part } of { $total } deal loaded
   *[other] { $part } of { $total } deals loaded
}
status-fresh = up to date { $at }
status-intercepted = network sign-in required
status-fresh-least = up to date
status-fresh-at = up to date at { $at }
status-cut = response cut off
status-failing = server error
status-not-understood = unexpected response
rejected-count = { $n ->
    [one] × { $n } rejected
   *[other] × { $n } rejected
}
rejected-writes = { $n ->
    [one] { $n } change rejected
   *[other] { $n } changes rejected
}
status-name = Status line
status-never-whole = never fully synced
status-never-read = never synced
status-online = online
status-offline = offline
status-reading = loading…
status-withheld = offline mode
status-signed-out = sign-in needed
start-again = Try again
start-back = Browse offline
start-base-url-do = Check the address: it must start with https:// and end with /v1. Then restart Encours.
start-base-url-what = The server address isn’t valid.
start-copy = Copy message
start-demo = Try the demo
past-banner = As of { $date }, known since { $since }. Nothing can be changed here.
past-banner-elsewhere = As of { $date }; this screen shows the present. Nothing can be changed here.
past-changes = Changes since that day
past-short = As of { $date }
past-short-elsewhere = As of { $date } elsewhere
status-since = { $n ->
    [one] { $n } change since { $date } ({ $key })
   *[other] { $n } changes since { $date } ({ $key })
}
status-slow = slow server
start-failed = Encours couldn’t start
start-key-wanted-what = No secret is saved for this key.
start-no-base-url-do = Ask your administrator for the server address and a key, then save them: encours login.
start-no-base-url-what = No server is configured on this device.
start-no-home-do = Start Encours with --config-dir and --data-dir.
start-no-home-what = This account has no home folder.
start-no-key-id-do = Ask your administrator for a key, then save it: encours login.
start-no-key-id-what = No key is configured for this server.
start-other-do = Fix this, then try again. Nothing was sent.
status-waiting-gate = rate limited: { $left } left
status-waiting-gate-until = rate limited: { $left } left, until { $at }
waiting = pending
untaken-count = ↑ { $n } retrying at { $at }
untaken-writes = { $n ->
    [one] { $n } change not accepted yet, retrying at { $at }
   *[other] { $n } changes not accepted yet, retrying from { $at }
}
waiting-count = ↑ { $n } pending
waiting-writes = { $n ->
    [one] { $n } change pending
   *[other] { $n } changes pending
}
works-failing = changes are saved and sent automatically
works-gate = changes are saved and sent afterwards
works-unsaved = changes can’t be saved right now
works-offline = changes are saved and sent once you’re online
works-read = you can still browse
works-withheld = changes are sent when you restart without --offline
withheld-none-before = No data on this device yet. Restart Encours without --offline to load the deals.
works-signed-out = changes are saved and sent once you sign in
works-slow = everything works, only slower

## Changes

undo-window-sends-in = sends in { $left }
undo-window-sends-at = sends at { $at }
undo-window-sent = sent
undo-window-permanent-in = permanent in { $left }
undo-window-permanent-at = permanent at { $at }
undo-window-hint = sends in { $s } s, { $key } to undo
lock-identity = made as { $who }: sent when you switch back
lock-damaged = corrupted, can’t be sent: discard it
lock-newer = made by a newer version of Encours, which will send it
write-conflict = conflict
write-create = New deal
write-delete = Deletion
write-mark-read = Mark as read
write-other = Other change
write-refused = rejected
write-sending = sending
write-doubtful = outcome unknown, may have been applied
write-found-again = recovered, may already have been sent
write-waiting = pending
write-waiting-cut = pending, response cut off
write-waiting-failing = pending, server error
write-waiting-not-understood = pending, unexpected response
write-waiting-intercepted = pending, network sign-in required
write-waiting-gate = pending, rate limited
write-waiting-offline = pending, offline
write-waiting-withheld = pending, offline mode
write-waiting-signed-out = pending, sign-in needed

## Pipeline

card-numbers-all = Up to { $n } metrics. Remove one first
card-numbers-full = remove one first
card-numbers-last = at least one metric per card
card-numbers-most = Up to { $n } metrics
card-position = { $place } of { $total }
row-position = { $place } of { $total } in the table
column-collapsed = collapsed
column-select = Select column
column-sum = { $name } { $sum } · { $part } of { $total }
sheet-age-bounds = Ages are at least as shown where their start was not observed.
sheet-column = Column
sheet-covered = { $n ->
    [one] { $n } deal has a value: { $share }. “–” means that none of the deals has one.
   *[other] { $n } deals have a value: { $share }. “–” means that none of the deals has one.
}
sheet-deals = { $n ->
    [one] { $n } deal.
   *[other] { $n } deals.
}
sheet-describe = Description of the columns
sheet-describe-note = Missing and out-of-range values are not in the statistics. Quartiles are interpolated.
sheet-first = { $n ->
    [one] Only the most frequent is shown.
   *[other] Only the { $n } most frequent are shown.
}
sheet-frequency = Frequency: { $column }
sheet-lower-quartile = 1st quartile
sheet-missing = not received
sheet-missing-count = Missing
sheet-outside = out of range
sheet-pivot = { $rows } × { $columns }: { $figure }
sheet-received = Received
sheet-total = Total
sheet-upper-quartile = 3rd quartile
sheet-values = { $n ->
    [one] { $n } value.
   *[other] { $n } values.
}
header-metric-title = Column metric
header-metric-hint = Applies to all columns and is saved with the view. Coverage is always shown.
header-metric-sum = Sum
header-metric-mean = Average
header-metric-median = Median
header-metric-min = Minimum
header-metric-max = Maximum
statistic-share = Share
statistic-coverage = Coverage
header-metric-weighted = Weighted by your probabilities
header-metric-weighted-demo = Weighted by sample probabilities
header-metric-none = None
header-metric-over = Metric: { $name }
header-metric-of-mean = { $name } avg
header-metric-of-median = { $name } median
header-metric-of-min = { $name } min
header-metric-of-max = { $name } max
header-metric-of-weighted = { $name } weighted
header-metric-short-mean = Avg
header-metric-short-median = Med.
header-metric-short-min = Min
header-metric-short-max = Max
header-metric-short-weighted = Wtd.
header-metric-unweighted = No probability
header-metric-unweighted-short = No prob.
header-metric-unweighted-why = You haven’t set a probability for this status, so it isn’t counted.
header-metric-unweighted-why-demo = There’s no sample probability for this status, so it isn’t counted.
header-metric-weighted-by = Weighted by your probabilities: { $percent }
header-metric-weighted-by-demo = Weighted by sample probabilities: { $percent }
header-metric-weighted-covers = { $part } of { $total } statuses covered
header-metric-weighted-none = set probabilities under [pipeline.probability] in { $file }
metrics-name = Key metrics
metrics-slow-filter = age>{ $days }d
metrics-aside-filter = -status:{ $codes }
metric-deals = Deals
metric-of-all = of { $total }
metric-all-shown = all shown
metric-principal = Outstanding principal
metric-received = based on { $part } of { $total }
metric-mean = Average principal
metric-weighted = Weighted principal
metric-weighted-note = your probabilities · { $part } of { $total }
metric-weighted-note-demo = sample probabilities · { $part } of { $total }
metric-slow = Slow deals
metric-slow-note = over { $limit } in one status
metric-slow-known = over { $limit } · based on { $part } of { $total }
metric-changed = Changes
metric-changed-note = since { $date }
metric-changed-note-all = whole pipeline, since { $date }
metric-first-visit = first visit
metric-not-received = principal not provided
metric-no-probability = no probability for these statuses
metric-no-deal = no deals shown
metric-no-deal-open = no deals in progress
metric-no-age = entry date unknown
drag-drop = { $n ->
    [one] Drop { $n } deal
   *[other] Drop { $n } deals
}
drag-drop-task = Drop the task here
drag-task-sorted = then sorted by due date
drag-escape = { $key } cancels
drag-hint-keys = keyboard:
drag-nowhere = Drop on another column
drag-sorted-by = then sorted by { $sort }
drag-summary = { $n ->
    [one] { $n } deal: { $from } → { $to }
   *[other] { $n } deals: { $from } → { $to }
}
drag-summary-several = { $n ->
    [one] { $n } deal → { $to }
   *[other] { $n } deals → { $to }
}
field-lines = fields:
fields-shown = Fields
filter-no-limits = no thresholds for { $field }: add them under [limits] in config.toml
filter-code-unknown = no loaded deal has the code { $code }
filter-owner-unknown = no loaded deal is owned by { $code }
filter-kept = only { $filter } applied
filter-kept-none = no filter applied, all deals shown
filter-loading = collecting the data for this filter…
filter-due = followup:overdue,today
filter-due-why = a follow-up that is due
filter-starred = is:starred
filter-check = check
filter-error-at = character { $column }
filter-field-unknown = no loaded deal has a field { $field }: type a dot to list the received fields
filter-fix = { $error } ({ $keys }: { $fix })
filter-also = also { $term }: { $deals }
filter-also-keys = also { $term }: { $deals } ({ $keys })
filter-titles = Filter by title
filter-me-unset = tell Encours who you are: type “i am First Last” in the palette, or set me = ["…"] in config.toml
filter-observed-since = changes are known since { $date }; earlier ones are unknown
button-unpin-view = Unpin
filter-by-value = Only { $value }
filter-placeholder = Filter by name or condition, such as ltv>65%
filter-present-fields = fields after a dot have their present values, not those of the past day
head-deals = { $total ->
    [one] { $total } deal
   *[other] { $total } deals
} · { $shown } shown
head-deals-so-far = { $total ->
    [one] { $total } deal so far
   *[other] { $total } deals so far
} · { $shown } shown
search-or-run = Search or run
sort-label = Sort
view-all-deals = All deals
demo-view-alert = LTV in alert
demo-view-alert-filter = ltv:alert -status:lost
demo-view-committee = In committee
demo-view-committee-filter = status:ic
demo-view-owner = A. Martin’s deals
demo-view-owner-filter = owner:"A. Martin" -status:lost
demo-view-slow = Over 15 days
demo-view-slow-filter = age>15d -status:lost,on_hold

## Selection, table, views, bulk changes

bar-star = Star
bar-labels = Label…
bar-compare = Compare
bar-clear = Clear
bar-copy = Copy
bar-delete = Delete…
bar-details = Details
bar-export = Export…
bar-edit = Assign…
bar-move = Move to…
bulk-delete-title = Delete these deals?
bulk-done = { $n } done
bulk-failed = { $n } rejected
bulk-conflicts = { $n } in conflict
bulk-move-title = Move to { $status }
bulk-no-owner-said = No owner entered. These deals will be unassigned.
bulk-no-owner-title = Remove owner
bulk-nothing-yet = Nothing is sent until you press { $key }.
bulk-owner-title = Assign to { $owner }
bulk-planned = { $n } to change
bulk-planned-deletion = { $n } to delete
bulk-row-gone = → { $value }, since deleted
bulk-row-since = → { $value }, now { $now }
bulk-row-stopped = stopped before sending
bulk-since = { $n } changed in the meantime
bulk-skipped = { $n } unchanged
bulk-stopped = { $n } stopped
bulk-waiting = { $n } pending
action-import-deals = Import deals
    .also = CSV, Excel, XLSX, spreadsheet, workbook, upload, load, mass edit, migrate
    .about = { palette-words-deal }, file, table, rows
action-import-deals-why = Plan the changes of a spreadsheet, row by row, before anything is sent.
field-import-sheet = Sheet, if it isn’t the first
form-import-note = CSV or XLSX, with the names of the columns in the first row. Nothing is sent before you confirm the plan.
form-columns-note = { $n ->
    [one] { $n } row.
   *[other] { $n } rows.
} Choose the column of each field. An empty cell changes nothing.
import-map-no-deal = Choose the column of the name or of the ID.
import-map-twice = Choose another column: one column can’t set two fields.
import-empty = { $file } has no rows below its header
import-drop = Drop to import deals
import-unreadable = { $file } can’t be imported: { $why }. Nothing was written
import-no-sheet = { $file } has no sheet “{ $sheet }”. Its sheets: { $names }
toast-import-failed = Import failed: { $why }
toast-paste-count = { $n ->
    [one] { $n } line pasted
   *[other] { $n } lines pasted
}, but { $deals ->
    [one] { $deals } deal selected
   *[other] { $deals } deals selected
}. Select as many deals as lines.
import-title = Import { $file }
import-title-pasted = Import the pasted column
import-count-new = { $n } new
import-count-changed = { $n } changed
import-count-same = { $n } unchanged
import-count-uncertain = { $n } uncertain
import-count-refused = { $n } refused
import-columns = Columns: { $columns }
import-columns-left = Not imported: { $columns }
import-column = { $name } (column { $n })
import-outcome = { $outcome ->
    [new] new
    [changed] changed
    [same] unchanged
    [uncertain] uncertain
    [refused] refused
    [imported] imported before
    [created] created
    [updated] updated
    [queued] pending
   *[failed] failed
}
import-line = Line { $line } · { $name }
import-row-new = New deal: { $fields }
import-rule-several_deals = { $other } deals have this name: an ID column can tell them apart
import-rule-other_class = A deal has this name, but another class: { $other }
import-rule-similar_name = “{ $value }” is close to an existing deal: “{ $other }”
import-rule-similar_owner = “{ $value }” is close to another owner: “{ $other }”
import-rule-similar_row = “{ $value }” is close to the name in line { $other }
import-rule-repeated = Line { $other } has other values for the same deal
import-rule-unreadable_cell = { $field }: the cell contains an error: { $value }
import-rule-extra_cells = More cells than columns: { $value }
import-rule-unusual_name = “{ $value }” doesn’t look like a name
import-rule-short_row = The row has { $value } of { $other } cells
import-rule-control_character = { $field }: contains a line break, or an invisible or damaged character
import-rule-name_is_id = “{ $value }” is the ID of a deal, not a name
import-rule-no_name = A new deal needs a name
import-rule-long_value = { $field }: longer than 255 characters
import-rule-unknown_id = No deal has the ID { $value }
import-rule-unknown_status = Unknown status: “{ $value }”{ $has_other ->
    [yes] . Closest: { $other }
   *[no] {""}
}
import-rule-unknown_class = Unknown class: “{ $value }”{ $has_other ->
    [yes] . Closest: { $other }
   *[no] {""}
}
import-rule-read_only = { $field } can’t be changed by an update: “{ $other }” → “{ $value }”
import-rule-not_created_yet = This deal is still being created
import-rule-entry_rule = { $value } requires { $other }
button-display = Display
button-end-presentation = Exit presentation
button-save-view = Save view
card-selected = selected
column-hide = Hide column
column-keep-in-sight = Pin to the left
column-only = only column
column-pinned = pinned
column-received = provided for { $part } of { $total }
column-edge = Width of { $column }
columns-hint = Shown columns come first, in table order.
columns-shown = Columns
columns-title = Table columns
command-many = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
command-followup = followup follow-up
command-followup-label = Follow up { $whom } on { $date }
command-followup-text = Follow up { $whom } on { $date }: { $text }
command-followup-wrong = Correct the follow-up “{ $text }”
command-label = label tag
command-label-label = Label { $whom } “{ $label }”
command-me = me i
command-me-again = Enter again to use it as typed
command-me-label = I am { $name }
command-me-nobody = I am…
command-me-wanted = type or choose a name
command-move = move
command-move-label = Move { $whom } to { $status }
command-owner = owner
command-owner-label = Assign { $whom } to { $owner }
command-as-of = as asof
command-as-of-label = As of { $date }
command-compare = compare
command-compare-label = Compare { $from } with { $to }
command-compare-now = the present
command-dates-label = Correct “{ $text }”, which is not a past day that this device observed
command-sort = sort
command-setting-label = Setting: { $name }
command-sort-label = Sort by { $column }
command-describe = describe
command-frequency = frequency freq values
command-pivot = pivot crosstab
command-group = group
command-group-label = Group by { $columns }
command-group-none = No groups in the table
command-group-nothing = none nothing
command-ascii-off = Unicode borders and symbols, not ASCII
command-ascii-on = ASCII borders and symbols
command-mouse-off = Mouse off (terminal selection works)
    .also = mouse, pointer, click, wheel, selection
command-mouse-on = Mouse on
    .also = mouse, pointer, click, wheel
command-accent = accent colour color
command-accent-label = Accent: { $accent }
command-theme = theme looks
command-theme-label = Theme: { $theme }
command-view = view
command-view-label = Open the view { $name }
copied-by-system = clipboard
copy-id = { $n ->
    [one] ID
   *[other] { $n } IDs
}
copy-link = { $n ->
    [one] Link
   *[other] { $n } links
}
copy-view-link = Link to this view
copy-name = { $n ->
    [one] Name
   *[other] { $n } names
}
copy-refusal =
    Encours, rejected change
    Record: { $record }
    Request: { $route }
    Response: { $status } { $title }
    Detail: { $detail }
    X-Request-ID: { $id }
    Idempotency-Key: { $key }
copy-request =
    Encours, request
    Request: { $method } { $path }
    Response: { $status }
    X-Request-ID: { $id }
    Sent: { $at }
copy-request-block = Last request details, for support
copy-refusal-block = Rejected change details, for support
copy-member = { $name }: { $value }
copy-request-id = X-Request-ID
copy-cells = { $n ->
    [one] Selected cell, for a spreadsheet
   *[other] { $n } selected cells, for a spreadsheet
}
copy-rows = { $n ->
    [one] Row, for a spreadsheet
   *[other] { $n } selected rows, for a spreadsheet
}
copy-rows-shown = { $n ->
    [one] Row shown, for a spreadsheet
   *[other] All { $n } rows shown, for a spreadsheet
}
copy-rows-together = { $n ->
    [one] Row, for a spreadsheet
   *[other] { $n } grouped notifications, for a spreadsheet
}
copy-title = Copy
deal-note-local = private
deal-note-written = private, { $date }
deal-note-edited = private, { $date }, edited { $edited }
note-new = New note
notes-title = Private notes on { $name }
deal-entry-reason = Reason ({ $status }): { $reason }
deal-own-field = { $field }: { $value }
field-note = Note
field-view-name = Name
foot-coverage = based on
foot-mean = average
foot-outside = { $n } out of range
foot-over = over { $n }
foot-selected = { $n } selected
foot-shown = { $part } of { $total }
foot-sum = sum
density-comfortable = Comfortable cards
density-compact = Compact cards
swimlanes-class = Swimlanes by asset class
swimlanes-none = No swimlanes
swimlanes-owner = Swimlanes by owner
selection-count = { $n } selected
selection-collapsed = { $n } in collapsed columns
selection-hidden = { $n } hidden by the filter
selection-range = { $n } selected up to here
selection-sum = Σ { $name } { $sum } ({ $part } of { $total })
sort-board = sort by status, then time in status ↓
sort-by = sort { $keys }
stale-reason = { $age } in this status, over { $limit }
switch-board = Board
switch-table = Table
switch-tree = Tree
table-exact = Exact { $name }: { $value }
table-exact-band = { $said }, { $band } (thresholds { $ok } and { $watch })
table-name = { $n } deals in the table
table-heads = Column headers
sorted-falling = sorted descending
sorted-rising = sorted ascending
sorted-rank = sort key { $rank } of { $keys }
view-changed = changed
view-deals = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
view-default = at startup
view-default-service = server default
view-pinned = pinned
view-holds = Contains
view-no-filter = none (all deals)
view-opens = Opens
view-opens-at-start = at startup and when selected
view-opens-when-asked = when selected
view-shown-as = Shown as
view-sort-board = by status, then time in status, descending
view-title-marked = { $name } •
view-title-changed = { $name } (changed)
views-local = Saved on this device only.
views-none = No saved views. Set a filter, then save the view with { $key }.
views-side = Views
views-title = Views

## Fields of a deal

field-age = Time in status
field-age-short = In status
field-age-shortest = Age
field-class = Asset class
field-class-shortest = Class
field-columns = Columns
field-filters = Filters
field-as-of = As of
field-as-of-until = Changes until
field-changed = Changed field
field-entered = Entered a status
field-followup = Follow-up
field-star = Star
field-labels = Labels
field-has = On this device
field-is = State on this device
field-check = Failed check
field-id = ID
field-ids = IDs
field-investment-type = Investment type
field-limit = Largest number of deals
field-moved = Last move
field-name = Name
field-name-here = Local name
field-nominal = Nominal
field-owner = Owner
field-reason = Reason
field-reason-of = Reason ({ $status })
field-owner-shortest = Owner
field-route = Route
field-sort = Sort
field-status = Status
field-was = Past or present status

## Deal

check-agree = { $n ->
    [one] { $n } cross-check passed.
   *[other] { $n } cross-checks passed.
}
check-binding-noi = Binding constraint: { $name }, breached below an NOI of { $value }
check-binding-value = Binding constraint: { $name }, breached below a value of { $value }
check-broken-noi = Binding constraint: { $name }, already breached (NOI below { $value })
check-broken-value = Binding constraint: { $name }, already breached (value below { $value })
check-derived = { $name } { $value }
check-differs = { $name }: received { $received }, calculated { $expected }
check-formula-debt-yield = NOI ÷ principal
check-formula-dscr = NOI ÷ debt service
check-formula-ltv = principal ÷ market value
check-formula-tranches = senior + mezzanine
check-implied-yield = Implied yield
check-instead = { $formula } = { $value }
check-icr-below-dscr = ICR below DSCR
check-out-of-range = { $name } out of range
check-period = different periods?
check-senior-ltv = Senior LTV (calculated)
stress-noi = NOI −{ $cut }
stress-rate = Rate +{ $n } bp
stress-value = Value −{ $cut }
check-threshold = { $name } { $received }, threshold { $expected }
check-unit-slip = { $name }: percentage entered as a fraction?
checks-title = Checks
checks-threshold = { $name } beyond its threshold
checks-arithmetic = { $name } does not add up
checks-deals-first = { $n } deals, the first { $shown } listed
checks-summary = { $n ->
    [0] Every metric of the { $total } deals passes.
    [one] 1 of { $total } deals breaks a check or a threshold.
   *[other] { $n } of { $total } deals break a check or a threshold.
}
checks-hint = Enter on a check shows all its deals; on a deal, opens it.
compare-title = Compare { $n } deals
compare-summary = { $n ->
    [0] No field differs.
    [one] 1 field differs.
   *[other] { $n } fields differ.
}
compare-show-equal = { $n ->
    [one] Show 1 equal field
   *[other] Show { $n } equal fields
}
compare-hide-equal = { $n ->
    [one] Hide 1 equal field
   *[other] Hide { $n } equal fields
}
deal-age-first-seen = first seen on { $date }
deal-class-read-only = read-only
deal-class-read-only-short = read-only
deal-gone = This deal is no longer on the server.
deal-history-empty = No changes recorded yet.
deal-limits = thresholds
deal-limits-long = your alert thresholds
deal-note-from-service = server, read-only
deal-notes = Notes
    .also = comments, deal notes, remarks
deal-notes-empty = No notes on the server.
deal-notes-not-read = Notes not loaded yet.
deal-notes-past = Not recorded: a past day has no notes of the server.
deal-pane-fields = Fields
    .also = status, owner, asset class, identifier, record
deal-pane-kpi = Metrics
    .also = KPI, ratios, LTV, LTC, DSCR, ICR, debt yield, estimated loss, risk score, outstanding principal, market value, NOI, net operating income, debt service, thresholds, bands, cross-checks, what if, breaking value, financial snapshot
deal-pane-requests = Changes and requests
    .also = changes to the deal, X-Request-ID
deal-requests-empty = No requests in this session.
deal-requests-summary = { $n ->
    [one] { $n } request
   *[other] { $n } requests
}
deal-writes-summary = { $n ->
    [one] { $n } change pending
   *[other] { $n } changes pending
}
deal-requests-summary-failed = { $n ->
    [one] { $n } request
   *[other] { $n } requests
}, { $failed } failed
age-not-sent = starts when the move is sent
age-created = since { $date }, created on this device
age-exact = since { $date }, moved on this device
age-between = changed between { $from } and { $to }
age-interval = change seen on { $date }
age-received = since { $date }, from the server
age-seen-short = seen { $date }
age-since-short = since { $date }
deal-stage-all = { $age } total in this status
kpi-crd-source = Principal source: { $source }
kpi-out-of-range = out of range
cli-not-a-number = not a number
request-no-answer = no response
request-answered = received
request-applied = applied
request-failed = server error ({ $status })
request-not-found = not found ({ $status })
request-paused = rate limited ({ $status })
request-refused = rejected ({ $status })
request-title = { $operation }: { $about }
asked-auth_token_exchange = Access token
asked-entity_get = Entity
asked-portfolio_summary = Portfolio summary
asked-deals_list = List of deals
asked-deals_create = Deal creation
asked-deals_get = Deal
asked-deals_update = Deal change
asked-deals_delete = Deal deletion
asked-deals_notes_list = Notes of a deal
asked-tasks_update = Task change
asked-tasks_get = Task
asked-tasks_list = List of tasks
asked-saved_views_update = Saved view change
asked-saved_views_get = Saved view
asked-saved_views_list = List of saved views
asked-dashboards_get = Dashboard
asked-dashboards_list = List of dashboards
asked-alert_preferences_list = Alert preferences
asked-field_definitions_get = Field definition
asked-field_definitions_list = List of field definitions
asked-field_definitions_by_key = Field definition by its key
asked-alerts_get = Alert
asked-alerts_list = List of alerts
asked-notifications_get = Notification
asked-notifications_read = Notification marked as read
asked-notifications_list = List of notifications
asked-operations_list = List of operations
asked-spvs_list = List of SPVs
asked-operateurs_list = List of operators
asked-fonds_list = List of funds
asked-taxonomies_list = Taxonomies
asked-workflows_preview = Preview of recommendations
asked-workflows_list = Workflows
asked-operations_get = Operation
asked-spvs_get = SPV
asked-operateurs_get = Operator
asked-fonds_get = Fund
asked-siren_enrichment_get = SIREN data of an operator
asked-siren_enrichment_apply = SIREN data applied
asked-refunds_list = List of refunds
asked-refunds_create = Refund creation
asked-rcci_summary = Compliance (RCCI)
asked-ai_extraction_jobs_list = List of AI extractions
asked-ai_extraction_jobs_create = AI extraction started
asked-ai_extraction_jobs_get = AI extraction
asked-imports_list = List of imports
asked-notes_list = List of notes
asked-external_identifiers_list = List of external IDs
asked-personal_data_requests_list = Personal data requests
asked-personal_data_get = Personal data of a user
asked-postman_get = API description
asked-other = Other request
kpi-received-none = no metrics provided
kpi-ratios-below = { $n ->
    [one] { $n } metric
   *[other] { $n } metrics
}
kpi-shocks-below = { $n ->
    [one] { $n } simulated shock
   *[other] { $n } simulated shocks
}
right-granted = allowed ({ $status }), { $at }
right-key-refused = key rejected ({ $status }), { $at }: access unknown
right-refused = not allowed ({ $status }), { $at }
right-unknown = not found ({ $status }), { $at }: access unknown
request-copy = Copy request ID { $id }
requests-collapsed = { $n } requests
requests-answer = result
requests-asked = request
requests-no-writes = No changes in the request log
requests-none = No requests in this session.
requests-sent = sent
requests-took = took
requests-request = request
requests-route = route
requests-time = time
table-band = band
table-value = value

## Portfolio

breakdown-by-class = By asset class
    .also = breakdown, concentration, HHI
breakdown-by-class-short = By class
breakdown-by-status = By status
    .also = breakdown, operation status
breakdown-by-type = By investment type
    .also = breakdown, concentration, HHI
breakdown-by-type-short = By type
breakdown-empty = breakdown not provided
breakdown-no-amount = counts only, no amounts
breakdown-no-amount-long = Counts only: the server gives no amounts
breakdown-order = ordered by count
breakdown-order-long = The server’s statuses, ordered by count
breakdown-sum-differs = Σ { $sum }, total { $total }
breakdown-sum-equals = Σ { $sum } = total
breakdown-unclassified = { $n } unclassified
concentration-hhi = HHI { $value }
entity-ai = AI
entity-ai-off = off
entity-ai-on = on
entity-frequency = Period
entity-frequency-note = months (assumed)
entity-holidays = Holiday zone
entity-holidays-short = Zone
entity-name = Name
entity-reference-date = Reference date
entity-reference-date-short = Ref. date
entity-reporting = Reporting
entity-risk = Risk threshold
entity-risk-short = Threshold
entity-risk-unit = no unit
entity-siren = SIREN
entity-title = Entity
    .also = company, SIREN, reporting, risk threshold, holiday zone, mode, frequency, AI
entity-type = Type
portfolio-checks = { $agree } of { $total } checks passed
portfolio-checks-short = { $agree }/{ $total } checks
portfolio-funds = Funds
portfolio-head-note = server totals, deleted items excluded, currency not given
portfolio-nominal = Total nominal
portfolio-operations = Operations
portfolio-operators = Operators
portfolio-spvs = SPVs
portfolio-trend = Trend
portfolio-trend-none = No data yet. Trends start with the first sync.

## History

history-at = on { $date }
history-at-latest = on { $date } at the latest
history-back = Reappeared
history-between = between { $from } and { $to }
history-by-others = elsewhere
history-by-us = this device
history-by-us-perhaps = maybe this device
history-deleted = Deleted
history-first-seen = First seen
history-new = New deal
history-not-seen = Missing from the last full sync
history-seen-again = Found again
history-status-absent = Status missing in this sync
history-status-given = Status provided again: { $status }
journal-open = Open the deal
journal-no-deal = it no longer exists
journal-copy-id = Copy request ID
journal-write = Change
journal-many = { $n } records
report-writes-left = { $n ->
    [one] 1 more change is not listed
   *[other] { $n } more changes are not listed
}
journal-reason-given = Reason
journal-outcome = Outcome
journal-asked = Requested
journal-decided = Completed
journal-attempts = Attempts
journal-key = Idempotency key
journal-details = Details
journal-collapse = Hide details
journal-copy = Copy { $text }
journal-no-id = nothing was sent
journal-applied = applied
journal-so-already = already up to date, not sent
journal-conflict = in conflict
journal-discarded = discarded
journal-found = already applied, author unknown
journal-later = { $n ->
    [0] pending, not sent yet
    [one] pending, tried once
   *[other] pending, tried { $n } times
}
journal-reason = reason: { $reason }
journal-refused = rejected
journal-replaced = replaced by a newer change
journal-taken-back = undone
journal-taken-up = discarded, then restored
since-back = { $n } back
since-between = From { $from } to { $to }: { $counts }
since-between-nothing = No difference between { $from } and { $to }.
since-changed = { $n ->
    [one] { $n } other field
   *[other] { $n } other fields
}
since-crossed = { $n } past a threshold
since-deleted = { $n } deleted
since-filtered = Filter “{ $filter }”: { $n } of { $total }
since-first-visit = First visit on this device. Changes are tracked from now on.
since-first-visit-user = First visit as { $user }. Changes are tracked from now on. To see what changed since your own last visit, stop acting as { $user }.
since-head-by = By
since-head-change = From / to
since-head-what = Changed
since-head-when = Seen
since-left-out = { $n ->
    [one] and { $n } older change
   *[other] and { $n } older changes
}
since-moved = { $n } moved
since-new = { $n } new
since-not-seen = { $n } missing
since-nothing = Nothing has changed since { $date }.
since-others-hide = { $n ->
    [one] Hide { $n } other change
   *[other] Hide { $n } other changes
}
since-others-show = { $n ->
    [one] Show { $n } other change
   *[other] Show { $n } other changes
}
since-reassigned = { $n } reassigned
since-renamed = { $n } renamed
since-first-summary = Since the first sync: { $counts }
since-summary = Since { $date }: { $counts }
status-unknown = { $n ->
    [one] { $n } deal in an unknown status
   *[other] { $n } deals in an unknown status
}
deal-history-censored = minimum
deal-history-exact = exact
deal-history-interval = between two syncs
deal-history = History on this device
    .also = history, age, time in status, stage age, time in stage, stalled, stuck
deal-outside-filter = not in this filter
deal-not-seen = missing on the server, last seen on { $date }
trend-deals = Deals
trend-once = Only one value so far. Trends start at the second.
trend-quiet = No change yet. Curves start at the first change.
trend-since = since { $date }
trend-since-once = one value, on { $date }

## Notifications

armed-again = { $key } again: { $action }
inbox-other-tabs = Other tabs
armed-brief = { $key } again: mark { $n }
armed-confirm = { $key } again to confirm
armed-disarms = cancels in { $left }
armed-disarms-at = cancels at { $at }
armed-give-up = { $key } to cancel
inbox-snoozed-until = snoozed until { $date } (this device only)
inbox-count = { $n ->
    [one] { $n } notification
   *[other] { $n } notifications
}
inbox-known = { $n } loaded
inbox-mark-all = Mark { $n } as read
inbox-mark-cost = { $n ->
    [one] { $n } request, { $time } at least
   *[other] { $n } requests, { $time } at least
}
inbox-preview = Preview
inbox-preview-marks-nothing = Previewing doesn’t mark anything as read.
inbox-route-forbidden = list not allowed for this key
empty-inbox-unread-hint = Read, snoozed and starred notifications are in the other tabs.
empty-tasks-watched-hint = Press { $key } to add the ones you know: paste IDs, links, an email or a CSV. They are watched from this device.
empty-tasks-watched = The server doesn’t list tasks
empty-inbox-watched-hint = Press { $key } to add the ones you know: paste IDs, links, an email or a CSV. They are watched from this device.
empty-inbox-watched = The server doesn’t list notifications
inbox-run = { $done } of { $total } marked, { $waiting } pending
inbox-run-stop = { $key } to stop
inbox-similar = { $days ->
    [one] Same title, different numbers: { $n } in one day
   *[other] Same title, different numbers: { $n } in { $days } days
}
inbox-tab-snoozed = Snoozed
    .also = later, reminder
inbox-tab-starred = Starred
    .also = favourites, bookmarks, favorites
inbox-together = { $n } similar
inbox-wake = Unsnooze
notification-untitled = (no title)
inbox-same-deal = Deal with the same name
inbox-same-deal-note = matched by name, not confirmed
inbox-seen-here = First seen
inbox-service-date = Server date
inbox-service-date-none = date not provided
inbox-state = State
inbox-tab-all = All
inbox-tab-read = Read
    .also = handled
inbox-tab-unread = Unread
    .also = to handle
inbox-unknown = Watched IDs not loaded
inbox-watched-ids = { $n ->
    [one] not listed by the server, { $n } ID watched
   *[other] not listed by the server, { $n } IDs watched
}
inbox-watched-ids-short = { $n } watched
notification-marking = marking…
notification-read = read
notification-unread = unread
notification-refused = unread, marking rejected
raised-matches = local · { $severity } · { $name } { $n ->
    [one] matches
   *[other] match
} { $rule }
raised-enters = local · { $name } { $n ->
    [one] enters
   *[other] enter
} { $rule }
raised-leaves = local · { $name } { $n ->
    [one] leaves
   *[other] leave
} { $rule }
raised-deals = { $n } deals
raised-here = raised on this device, not sent by the server
inbox-held = { $n } unread on this device only
inbox-selected = { $n } selected
inbox-similar-more = { $n ->
    [one] and { $n } more
   *[other] and { $n } more
}
inbox-marks-these = { $n ->
    [one] Mark as read
   *[other] Mark these { $n } as read
}
inbox-marks-together = { $key } marks these { $n } as read · { $unfold } expands
notification-held = unread on this device only
inbox-note-none = No note. Press { $key } to add one (this device only).
inbox-note-here = this device only
frequency-title = Recurring
    .also = what repeats, bursts, duplicates, frequency, noise
frequency-hourly = hourly, last { $n } h
frequency-daily = daily since { $date }
frequency-seen-here = by the time first seen on this device
frequency-none = Nothing to show.
frequency-spoken = { $kind }: { $n }, from { $first } to { $last }, at most { $most } in a day
frequency-spoken-hourly = { $kind }: { $n }, from { $first } to { $last }, at most { $most } in an hour
copy-handover = Handover, as text
toast-copied-handover = handover copied
toast-marking-numbers = { $n } will be marked as read ({ $figures })
toast-held = { $n ->
    [one] unread on this device only
   *[other] { $n } unread on this device only
}
toast-held-elsewhere = change not sent yet
keys-file-hint = Remove the # to override the default keys. encours man lists every name.
toast-setting-saved = saved in config.toml
toast-setting-later = saved in config.toml. It applies at the next start
toast-setting-variable = sets this value. Change or remove the variable
toast-setting-secret = may contain a secret. Change it in an editor
toast-settings-unread = config.toml not changed: { $why }
toast-keys-changed = Keys updated
toast-keys-refused = config.toml not changed: { $why }
toast-keys-stand-in = Set $EDITOR, or edit [settings.keys] in { $path }
toast-mouse-off = Mouse off
toast-mouse-on = Mouse on
toast-nothing-marked = nothing was marked
toast-leaving = cancelling its deletion, unless already done
toast-let-go = { $n ->
    [one] marked as read on this device
   *[other] { $n } marked as read on this device
}
handover-title = Title
handover-severity = Severity
handover-deal = Deal (by name)
handover-snoozed-until = Snoozed until
handover-starred = Starred (local)
handover-note = Private note
handover-read = Read on the server
handover-unread-here = Unread on this device only
handover-deal-id = Deal ID
handover-head = Notification handover, { $date }
handover-left = To handle: { $n }
handover-held = Unread on this device only (read on the server): { $n }
handover-sleeping = Snoozed (this device only): { $n }
handover-told = Read, with a star or a note: { $n }
handover-until = until { $date }
handover-foot = Stars, snoozes, notes and local unread marks are saved on this device only.
form-note-many-title = Private note on { $n } notifications
form-export-notifications-title = Export notifications
preferences-of = { $user }, read-only
hint-read-these = mark as read
hint-note = note
hint-export = export
hint-only-these = only these
hint-other-user = switch user
hint-hold-unread = unread
action-hold-unread = Keep unread (this device)
    .also = mark unread, mark as unread, unread here
    .about = { palette-words-notification }
action-hold-unread-why = Show it as unread on this device, or stop. It stays read on the server.
action-unfold-group = Expand the group
action-unfold-group-why = Show each notification of the group, or collapse them again.
reason-not-marked-yet = already unread
reason-notes-differ = their notes differ: edit them one by one
preferences-read-only = read-only
preferences-title = Alert preferences
    .also = preferences, severity, minimum severity, settings, alert type
snooze-evening = This evening
snooze-evening-tomorrow = Tomorrow evening
snooze-hour = One hour
snooze-local = On this device only, not on the server.
snooze-monday = Monday morning
snooze-title = Snooze
snooze-tomorrow = Tomorrow morning

## Routes

family-alerts = Alerts
    .also = alarms, thresholds
family-custom-dashboards = Dashboards
    .also = custom dashboards
family-field-definitions = Field definitions
    .also = dictionary, labels, units, data fields
family-fonds = Funds
    .also = vehicles
family-notifications = Notifications
family-operateurs = Operators
    .also = borrowers, developers, SIREN enrichment
family-operations = Operations
    .also = loans, financing
family-saved-views = Server views
    .also = saved views, operation views, saved filters
family-spvs = SPVs
    .also = project companies, special purpose vehicles
family-tasks = Tasks
family-taxonomies = Taxonomies
    .also = codes, vocabulary
mode-discovered = discovered
mode-documented = documented
mode-forbidden = not allowed
mode-needs_parameters = needs parameters
mode-probed = probed
mode-unlisted = not listed by the server
mode-unknown = not loaded yet
mode-watched = watched IDs
route-absent = absent (404)
route-ambiguous = 404: no such route, or unknown delegated user
route-later = server error, will retry

## Other areas of the server, found by the palette

area-refunds = Refunds
    .also = repayments
area-rcci = Compliance (RCCI)
    .also = compliance, internal control
area-workflows = Workflows and recommendations
    .also = processes
area-ai-extraction = AI extraction jobs
    .also = artificial intelligence, documents, ai extraction
area-imports = Imports
    .also = imported files
area-notes = Server notes
    .also = imports and notes
area-external-identifiers = External IDs
    .also = external identifiers, external references, synchronisation
area-personal-data = Personal data
    .also = GDPR, privacy
area-description = API description
    .also = postman, OpenAPI, collection, list of routes, description of the service

## Tasks, views, explorer
dashboard-shared = shared
empty-list = The list is empty.
empty-list-forbidden = This key can’t see this list.
empty-list-parameters = The server doesn’t provide this list as a whole.
empty-list-unlisted = The server doesn’t have this list.
empty-list-unlisted-route = The server doesn’t have this list. { $key } loads any route, such as a single record.
empty-list-watched-there = The server doesn’t have this list. Press { $key } on { $n } { $screen } to watch IDs.
empty-list-watched = The server doesn’t have this list. Only IDs you add are watched.
empty-list-ambiguous = The server doesn’t have this list, or doesn’t know the user { $user }. IDs you add are watched.
explorer-back = Back to { $screen }
explorer-answer = response
explorer-no-record = Nothing to show here.
inbox-none-shown = No notification matches the filter.
explorer-no-route = The server has nothing at this path.
explorer-no-route-do = Check the path and its IDs, then load it again. Or choose a source from the list.
explorer-none-shown = No record matches the filter.
explorer-not-asked = Route not loaded yet. Open it to load it.
explorer-of-total = { $total } on the server
explorer-record = Record
nested-empty = none
nested-pair = { $label }: { $value }
nested-elements = { $n ->
    [one] { $n } element
   *[other] { $n } elements
}
nested-named = { $count }: { $names }
explorer-records = { $n ->
    [one] { $n } record
   *[other] { $n } records
}
explorer-records-shown = { $n ->
    [one] { $n } record · { $shown } shown
   *[other] { $n } records · { $shown } shown
}
explorer-sources = Sources
library-deal-views = My views
    .also = saved filters, local views
library-detail = Detail
library-detail-none = Open a server view or a dashboard.
library-kept-here = local
library-limits = { $bytes }/{ $most } bytes, { $filters }/{ $filters_most } filters, { $columns }/{ $columns_most } columns, { $sorts }/{ $sorts_most } sort keys
task-late = { $n ->
    [one] { $date }, { $n } day late
   *[other] { $date }, { $n } days late
}
task-late-short = { $date }, { $days } late
task-statut-unknown = unknown status
tasks-add-hint = Press { $key } to add IDs to watch.
tasks-none = No tasks
tasks-reading = Loading tasks…
tasks-mine = mine
tasks-shown = { $n } shown
task-sort-all = all tasks
task-sort-deal = by deal
task-sort-due = by due date
task-sort-mine = my tasks only
task-sort-priority = by priority
tasks-known = { $n ->
    [one] { $n } task
   *[other] { $n } tasks
}
tile-computed = calculated from the portfolio summary, { $read }
tile-dashboard = dashboard
tile-filters-left = covers everything, its own filters aren’t applied
tile-given = from the server, { $read }
tile-kind-unknown = unknown kind “{ $kind }”, fields shown as received
tile-list-unread = list not loaded yet: open it in the explorer
tile-no-filter = none: all operations
tile-none = No content
tile-none-why = the server sends only this dashboard’s name
tile-not-applied = Not applied
tile-nth = Tile { $n }
tile-other = Other fields
tile-rows = { $shown } of { $total }, { $read }
tile-sort-down = { $field }, descending
tile-sort-up = { $field }, ascending
tile-summary-unread = portfolio summary not loaded yet
tile-view-asks = View definition
tile-view-limits = applied to loaded data, server views can’t be deleted here
tile-view-operations = Operations
tile-view-other-type = not listed: this isn’t a view of operations
tree-parts = { $n ->
    [one] ({ $n } part)
   *[other] ({ $n } parts)
}
watched-unknown = unknown to the server
watched-waits = not loaded yet: no response from the server
inbox-unanswered-keys = { $forget } stops watching · { $again } retries
watched-unknown-why = unknown to the server: “{ $why }”

## Activity

activity-gate = The server asked Encours to wait. Requests resume automatically. You can keep working.
activity-journal = Change journal
    .also = journal, log, Idempotency-Key, audit trail, change log, write log
activity-journal-empty = No changes sent yet.
activity-rights = Permissions
    .also = rights, observed, scopes, routes, capabilities, allowlist, access
activity-rights-empty = No permissions observed yet.
activity-service = Server
activity-state = State
activity-why = Why
activity-still = Still available
activity-read = Data
activity-connection = Connection
activity-empty-outbox = No pending changes.
activity-outbox-parked = Changes
outbox-waiting = { $n } pending
outbox-refused = { $n } rejected
outbox-undecided = { $n } to decide
activity-outbox = Pending changes
    .also = outbox, queue, conflicts, rejected changes, waiting writes, refused writes, offline
activity-requests-writes = Requests: changes
activity-requests = Requests
    .also = request log, X-Request-ID, network, errors
activity-requests-empty = No requests since startup.
conflict-nothing-sent = Nothing is sent until you choose.
conflict-send = Send this choice
gate-closed-until = sending paused until { $at }
gate-open = sending on
conflict-why = changed on the server in the meantime
conflict-delete = delete
conflict-delete-why = changed on the server since you asked to delete it
conflict-gone = deleted
conflict-gone-why = deleted on the server: recreate it or discard your change
conflict-recreate = Recreate the deal
conflict-keep-deal = Keep the deal
conflict-keep-deletion = Delete the deal
conflict-keep-gone = Leave it deleted
conflict-keep-my-value = Keep my value
conflict-keep-my-values = Keep my values
conflict-keep-their-value = Keep the server’s value
conflict-keep-their-values = Keep the server’s values
conflict-my-value = my value
conflict-mine = mine
conflict-seen = seen
conflict-as-of-at = as of { $at }
conflict-as-of-on = as of { $at }
conflict-read-at = loaded at { $at }
conflict-read-on = loaded on { $at }
conflict-service-at = on the server as of { $at }
conflict-service-on = on the server as of { $at }
conflict-others = Also changed on the server in the meantime:
conflict-theirs = server
kept-closed = The folder { $dir } is read-only. You can browse, but changes can’t be saved. Pending changes are safe. Make it writable to continue.
kept-closed-short = read-only: can’t save
kept-clock-ahead = This device’s clock is { $off } ahead of the server’s. Encours corrects its own dates and signatures, but other programs don’t. Set the clock.
kept-clock-behind = This device’s clock is { $off } behind the server’s. Encours corrects its own dates and signatures, but other programs don’t. Set the clock.
kept-clock-short = clock off by { $off }
kept-damaged-cache = The local data was damaged. Nothing is lost: it is loaded again as soon as the server responds.
kept-elsewhere = { $n ->
    [one] { $n } change is pending
   *[other] { $n } changes are pending
} on this device under another identity: encours outbox list --base-url { $url } --key-id { $key }, without --as-user and ENCOURS_AS_USER
kept-elsewhere-short = { $n ->
    [one] { $n } change
   *[other] { $n } changes
}, other identity (see Activity)
kept-elsewhere-user = { $n ->
    [one] { $n } change is pending
   *[other] { $n } changes are pending
} on this device under another identity: encours outbox list --base-url { $url } --key-id { $key } --as-user { $user }
kept-full = Disk full ({ $dir }). You can browse, but changes can’t be saved. Pending changes are safe. Free up space to continue.
kept-full-short = disk full: can’t save
kept-limited = Files in { $dir } have reached the size limit (ulimit -f). You can browse, but changes can’t be saved. Pending changes are safe. Raise the limit, then restart Encours.
kept-limited-short = file size limit: can’t save
kept-gone-cache = The local data file was missing at startup. Deals come from the history. The rest is loaded again as soon as the server responds.
kept-damaged-unread = Until then, data from the history is shown. Once the server responds, encours sync loads everything.
kept-damaged-file = “encours doctor” shows this until you move or delete the old file: { $file }
kept-damaged-history = The history and journal file was damaged. { $n ->
    [0] Nothing could be recovered.
    [one] { $n } entry was recovered.
   *[other] { $n } entries were recovered.
} Anything missing is lost.
kept-damaged-outbox = The file of pending changes was damaged. { $n ->
    [0] No changes were recovered.
    [one] { $n } change was recovered.
   *[other] { $n } changes were recovered.
}
kept-damaged-outbox-lost = { $n ->
    [one] { $n } more was pending and can’t be recovered.
   *[other] { $n } more were pending and can’t be recovered.
}
kept-damaged-outbox-more = There may have been more.
kept-damaged-said = { $text }
kept-damaged-settings = The file of your views and notes was damaged. { $n ->
    [0] Nothing could be recovered.
    [one] { $n } setting was recovered.
   *[other] { $n } settings were recovered.
}
kept-damaged-short = damaged file moved aside (see Activity)
kept-gone-history = The history and journal file was missing at startup. Earlier history is lost.
kept-gone-note = Delete { $file } to dismiss this notice
kept-gone-outbox = The file of pending changes was missing at startup. Its unsent changes are lost.
kept-gone-outbox-lost = { $n ->
    [one] { $n } of them is in the journal.
   *[other] { $n } of them are in the journal.
}
kept-gone-settings = The file of your views, notes and stars was missing at startup. Encours makes a daily backup: “encours settings restore” brings back what is missing.
kept-copies = Encours makes a daily backup: “encours settings restore” brings back what is missing.
kept-gone-short = a profile file was missing (see Activity)
kept-newer-cache = The local data was saved by a newer version of Encours. Nothing is lost: it is loaded again as soon as the server responds. The newer file is saved as { $file }
kept-repair = A file of this profile is damaged. Close other Encours windows and commands so that it can be repaired. You can keep browsing.
kept-repair-short = damaged file: close the other window
kept-taken = Another Encours window has been sending since { $at }. Your changes are sent when it is done, or a few seconds after it stops.
kept-taken-short = another window is sending

## States

empty-column = no deals
empty-deal = No deal open
empty-deal-hint = Select a deal in the pipeline, then press { $key }.
empty-filter = No deals match
empty-filter-also = Plain words search names. { $term } finds { $deals }.
empty-filter-also-keys = Plain words search names. { $term } ({ $keys }) finds { $deals }.
empty-filter-back = { $key } goes back to the previous filter.
empty-filter-clear = { $key } clears it.
empty-filter-unfinished = The filter is incomplete
empty-filter-hides = { $total ->
    [one] The filter { $filter } hides { $hidden } of { $total } deal.
   *[other] The filter { $filter } hides { $hidden } of { $total } deals.
}
empty-collapsed = All are collapsed
empty-collapsed-hint = { $columns }. { $key } expands.
empty-inbox = No notifications
empty-inbox-snoozed = Nothing is snoozed
empty-inbox-starred = Nothing is starred
empty-inbox-unread = Everything is read
empty-palette = Nothing matches “{ $text }”.
empty-pipeline = No deals yet
empty-pipeline-hint = Press { $key } to create one.
first-read = First sync
first-read-note = counts first, then cards
store-opens = Loading local data…
store-opens-note = saved data appears in a moment
gate-none-before = Requests resume then.
offline-trying = trying now
offline-retry-in = retrying in { $left }
terminal-too-small = Too small: needs { $columns } × { $rows }.

## Errors: what happened (-what), what is saved (-kept), what to do (-do)

error-auth-do = Check the key and secret, then sign in again: encours login.
error-auth-kept = Loaded data stays available. Changes stay pending.
error-auth-what = The server rejected the key.
error-conflict-do = Compare the two versions, then choose which to keep.
error-conflict-kept = Nothing changed on the server. Your version is in Activity.
error-conflict-what = This changed on the server in the meantime.
error-detail = Detail
error-forbidden-delegate-do = Ask your administrator to check the delegated user and the key’s permissions.
error-forbidden-delegate-what = The key can’t act as this user.
error-forbidden-do = The key’s permissions or allowed addresses may be restricted. Ask its administrator, then send again.
error-forbidden-do-read = The key’s permissions or allowed addresses may be restricted. Ask its administrator, then refresh.
error-forbidden-kept = Nothing changed on the server. The request is in Activity.
error-forbidden-kept-read = Loaded data stays on screen.
error-forbidden-scope-what = The key lacks the permission { $scope }.
error-forbidden-what = The key isn’t allowed to do this.
error-forbidden-write-deals-what = The key can’t change deals.
error-invalid-do = Correct the value, then send again.
error-invalid-input-do = Correct the value.
error-invalid-input-kept = Nothing was sent.
error-invalid-input-what = This value can’t be sent: { $detail }
error-invalid-kept = Nothing changed on the server. The request is in Activity.
error-invalid-what = The server rejected the request as invalid.
error-move-refused-kept = Nothing changed on the server. The request is in Activity.
error-move-refused-what = The server rejected the move of { $name } to { $status }.
error-not-found-do = Refresh, then check the ID.
error-not-found-kept = The last loaded version stays on screen, marked “missing on the server”.
error-not-found-what = The server doesn’t know this ID.
error-nothing-read-kept = Not loaded on this device yet.
error-offline-do = Nothing to do: Encours retries automatically.
error-offline-kept = Loaded data stays available. Changes stay pending.
error-offline-what = The server can’t be reached.
error-intercepted-do = Open any page in a browser and sign in to the network, then refresh.
error-intercepted-what = A network sign-in page or proxy is blocking the server.
error-protocol-do = Try again, then give the request ID to support.
error-protocol-kept = Previous data stays on screen.
error-protocol-what = Unexpected response from the server.
error-queued-do = Nothing to do: it is sent automatically. See Activity.
error-queued-kept = The change is saved and can’t be applied twice.
error-queued-what = The change hasn’t reached the server yet.
error-rate-limited-do = Wait: sending resumes automatically.
error-rate-limited-do-read = Wait, then refresh. Background loading resumes automatically.
error-rate-limited-kept = Nothing is lost. Requests resume afterwards.
error-rate-limited-until-what = The server asked Encours to wait until { $time }.
error-rate-limited-what = The server asked Encours to wait.
error-copy = Copy for support
error-scope = Missing permission
error-route = Route
error-reason = Reason
error-answered = “{ $text }” (response { $status }, request { $request })
error-request = Request
error-response = Response
error-secret-elsewhere-do = The secret comes from ENCOURS_SECRET or from the profile’s credential_command. Correct it there, then restart Encours.
error-sign-in-here-do = Press “Sign in…” above and paste the key’s secret. Or unlock the keyring, then retry.
error-sign-in-here-no-keyring-do = Press “Sign in…” above, paste the key’s secret and choose a passphrase to protect it, as this device has no keyring.
error-sign-in-do = Sign in: encours login.
error-sign-in-kept = Loaded data stays available.
error-sign-in-what = No secret was found for this key.
error-store-do = Free some space or check the folder’s permissions, then try again.
error-store-kept = Nothing was sent.
error-store-what = This couldn’t be saved on this device.
error-to-do = To do: { $what }
error-remains-do = Resend it (Encours checks the server first), or discard it.
error-remains-kept = It is saved on this device and not sent automatically.
error-remains-what = recovered from a damaged file, may already have been sent or discarded
error-unexpected-do = Try again, then give the request ID to support.
error-unexpected-kept = Previous data stays on screen. Changes stay pending.
error-unexpected-what = The server had an error.
error-unreachable-do = Check the network and the server’s address, then try again.
error-unreachable-kept = Loaded data stays available.
error-unreachable-what = The server can’t be reached.
error-withheld-do = Restart Encours without --offline to load it.
error-withheld-kept = Not loaded on this device yet.
error-withheld-kept-read = Loaded data stays available.
error-withheld-what = Offline mode.
error-usage-do = See encours --help.
error-usage-kept = Nothing was sent.
error-usage-what = The command or the configuration isn’t valid.
error-user-forbidden-do = Ask the key’s administrator: the user may not be approved or on the key’s list, or the key may lack this permission. Then refresh.
error-user-forbidden-what = The key can’t act as { $user }, or can’t see this list.
error-user-not-found-do = Check the user’s ID, or switch user: if another user has this list, the ID is wrong.
error-user-not-found-what = The server doesn’t know the user { $user }, or doesn’t have this list.

## Toasts

toast-already-so = already up to date, nothing sent
toast-already-so-doubt = change discarded, may already be applied
toast-left-deleted = since deleted, nothing to undo
toast-left-never = never sent, nothing to undo
toast-left-to-decide = waiting for your decision in the outbox, nothing sent
toast-changed-since = changed elsewhere in the meantime, left unchanged
toast-same-elsewhere = undone, but another window made the same change
toast-apart = notifications ungrouped
toast-bulk-to = { $n ->
    [one] { $n } deal → { $to }
   *[other] { $n } deals → { $to }
}
toast-bulk-begun = { $n ->
    [one] { $n } deal will be changed
   *[other] { $n } deals will be changed
}
toast-bulk-deletes = { $n ->
    [one] { $n } deal will be deleted
   *[other] { $n } deals will be deleted
}
toast-bulk-ended = { $n ->
    [one] change applied to { $n } deal
   *[other] change applied to { $n } deals
}
toast-bulk-failed = { $done } done, { $failed } rejected
toast-bulk-open-first = { $done } done, { $failed } not applied. { $name }: { $why }
toast-bulk-failed-first = { $done } done, { $failed } rejected. { $name }: { $why }
toast-bulk-stopped = { $n ->
    [0] nothing to stop, all changes already sent
    [one] stopped, { $n } deal left unchanged
   *[other] stopped, { $n } deals left unchanged
}
toast-about = { $name }:
toast-leading = { $text } ({ $key }: { $way })
toast-conflict = also changed on the server, choose a version
toast-conflict-gone = deleted on the server, recreate or discard
toast-will-be-recreated = will be recreated: new ID, no notes
toast-decided-mine = sending your version
toast-decided-theirs = using the server’s version, nothing sent
toast-handed = copied via the terminal
toast-handed-handover = handover copied via the terminal
toast-handed-json = server response copied via the terminal, as JSON
toast-handed-request = request details copied via the terminal
toast-handed-refusal = rejected change details copied via the terminal
toast-handed-cells = { $n ->
    [one] { $n } cell copied via the terminal
   *[other] { $n } cells copied via the terminal
}
toast-handed-rows = { $n ->
    [one] { $n } row copied via the terminal
   *[other] { $n } rows copied via the terminal
}
toast-handed-views = { $n ->
    [one] { $n } view copied as text via the terminal
   *[other] { $n } views copied as text via the terminal
}
toast-copied = copied
toast-copied-json = server response copied as JSON
toast-copied-request = request details copied
toast-copied-refusal = rejected change details copied
toast-copied-cells = { $n ->
    [one] { $n } cell copied
   *[other] { $n } cells copied
}
toast-copied-rows = { $n ->
    [one] { $n } row copied
   *[other] { $n } rows copied
}
toast-copied-views = { $n ->
    [one] { $n } view copied as text
   *[other] { $n } views copied as text
}
toast-copy-failed = too long for the terminal clipboard, nothing copied. { $key } exports to a file
toast-created = created
toast-created-hidden = created, but hidden by the filter
toast-creating = creating
toast-creating-gate = saved, will be created when the server allows it
toast-creating-offline = saved, will be created when the server responds
toast-creating-signed-out = saved, will be created after sign-in
toast-creating-withheld = saved, will be created on restart without --offline
toast-deleted = will be deleted
toast-discarded = change discarded, server unchanged
toast-discarded-doubt = change discarded, may already be applied
toast-disabled = { $action }: { $why }
toast-disabled-key = { $action }: { $why } ({ $key })
toast-dropped-elsewhere = change undone or discarded elsewhere, nothing sent
toast-dropped-elsewhere-doubt = change discarded elsewhere, may already be applied
toast-dropped-elsewhere-refused = rejected change discarded elsewhere, server unchanged
toast-dropped-elsewhere-sent = unapplied change discarded elsewhere
toast-edited = changed
toast-given = { $from } → { $to }
toast-elsewhere = { $action }: only on { $screens }
toast-editor-failed = failed ({ $why }), nothing changed
toast-editor-missing = not found, nothing changed
toast-gone = already deleted. { $key } again recreates it: new ID, no notes or other fields
toast-gone-button = already deleted. If recreated: new ID, no notes or other fields
toast-gone-already = was already deleted on the server
toast-grouped = { $n ->
    [0] no similar titles
    [one] { $n } group of similar titles
   *[other] { $n } groups of similar titles
}
toast-marking = { $n ->
    [one] { $n } notification will be marked as read
   *[other] { $n } notifications will be marked as read
}
toast-marking-one = will be marked as read
toast-marks-ended = { $failed ->
    [0] { $done ->
        [one] { $done } notification marked as read
       *[other] { $done } notifications marked as read
    }
   *[other] { $done } marked as read, { $failed } rejected (see Activity)
}
toast-marks-stopped = { $done ->
    [0] { $left ->
        [one] marking cancelled, { $left } still unread
       *[other] marking cancelled, { $left } still unread
    }
   *[other] marking stopped, { $done } marked as read, { $left ->
        [one] { $left } still unread
       *[other] { $left } still unread
    }
}
toast-me-known = set as your name (owner:me)
toast-followup-done = follow-up done
toast-followup-removed = follow-up removed
toast-followup-set = follow-up on { $date }
toast-deal-starred = starred, on this device only
toast-deal-unstarred = star removed
toast-labels = labels saved, on this device only
toast-me-unknown = your name was removed
toast-moved = moved to { $status }
toast-moved-from = { $from } → { $to }
toast-moved-owner = { $from } → { $to }, { $owner }
toast-note-kept = note saved
toast-note-of-both = also edited in another window, both texts saved (yours below)
toast-note-removed = note deleted
toast-not-kept = couldn’t be saved on this device, nothing changed
toast-redone = change redone
toast-redone-move = move redone
toast-redone-note = note change redone
toast-redone-sleep = snooze change redone
toast-redone-star = star change redone
toast-redone-filter = filter cleared again
toast-redone-view = view change redone
toast-redone-many = { $n ->
    [one] change redone for { $n } deal
   *[other] change redone for { $n } deals
}
toast-refused = rejected, { $why }
toast-resending = sending again
toast-resending-gate = will be sent again when the server allows it
toast-resending-offline = will be sent again when the server responds
toast-resending-signed-out = will be sent again after sign-in
toast-resending-withheld = will be sent again on restart without --offline
toast-snoozed = { $n ->
    [one] { $n } notification snoozed until { $date }
   *[other] { $n } notifications snoozed until { $date }
}
toast-not-kept-closed = couldn’t be saved (folder is read-only), nothing changed
toast-not-kept-limited = couldn’t be saved (file size limit, see ulimit -f), nothing changed
toast-not-kept-full = couldn’t be saved (disk full), nothing changed
toast-store-failed = couldn’t be saved on this device: { $why }
toast-starred = { $n ->
    [one] starred, on this device only
   *[other] { $n } notifications starred, on this device only
}
toast-taken-up = change restored
toast-too-late = already sent, can’t be undone
toast-undone = change undone
toast-undone-decision = choice undone, conflict open again
toast-undone-deletion = deletion undone
toast-undone-last = Last change undone
toast-undoing-many = { $n ->
    [one] undoing the change to { $n } deal
   *[other] undoing the change to { $n } deals
}
toast-undone-many = { $n ->
    [one] change undone for { $n } deal
   *[other] change undone for { $n } deals
}
toast-undone-note = note change undone
toast-undone-sleep = snooze change undone
toast-undone-stars = star changes undone
toast-undone-star = star change undone
toast-undone-filter = filter restored
toast-undone-view = view change undone
toast-undone-move = move undone
toast-unmarked = { $n ->
    [one] { $n } notification unread again
   *[other] { $n } notifications unread again
}
toast-unmarked-one = unread again
toast-unstarred = { $n ->
    [one] star removed
   *[other] star removed from { $n } notifications
}
toast-view-at-start = opens at startup
toast-view-deleted = deleted
toast-view-not-at-start = no longer opens at startup
toast-view-pinned = pinned
toast-view-refused = invalid view, nothing changed: “{ $why }”
view-bad-filter = view “{ $name }”, filter: { $why }
rule-kind-rule = rule
rule-kind-subscription = subscription
rule-repeat-once = once
rule-repeat-each = each time
rule-repeat-daily = daily
rules-hint = Enter shows the deals. To end a subscription, show its deals and choose “Notify when deals enter or leave” again.
rules-none = None yet. Filter the deals and choose “Notify when deals enter or leave”, or write [rules.NAME] in config.toml.
toast-raised-since = Filter of the rule: deals may have changed since
toast-link-form = Close this form first, then open the link again.
toast-link-view = No view named “{ $name }” exists on this device.
toast-rules-off = { $n ->
    [one] { $why }
   *[other] { $n } rules are off. { $why }
}
toast-subscribed = subscribed
toast-unsubscribed = unsubscribed
view-subscribed = notifies
toast-view-saved = saved
toast-view-unpinned = unpinned
toast-views-imported = { $n ->
    [0] no views found, nothing imported
    [one] { $n } view imported
   *[other] { $n } views imported
}
toast-language = Language: English
toast-filter-cleared = Filter cleared
toast-filter-part-cleared = Filter partly cleared
toast-filter-stays = Filter still on: { $key } clears it
toast-visit-ended = Visit ended, new changes will be tracked
toast-visit-resumed = { $n ->
    [one] { $n } change marked as unseen
   *[other] { $n } changes marked as unseen
}
toast-visit-seen = { $n ->
    [one] { $n } change marked as seen
   *[other] { $n } changes marked as seen
}
toast-watching = { $n ->
    [one] { $n } ID watched
   *[other] { $n } IDs watched
}: { $ids }
toast-answered = found on the server
toast-answered-all = { $n ->
    [one] { $n } ID found on the server
   *[other] { $n } IDs, all found on the server
}
toast-answered-read = found on the server, already read
toast-answered-unknown = { $unknown ->
    [one] { $unknown } of { $n } IDs not found on the server
   *[other] { $unknown } of { $n } IDs not found on the server
}
toast-watching-some = { $n ->
    [one] { $n } ID watched
   *[other] { $n } IDs watched
}, { $left ->
    [one] { $left } word ignored: “{ $first }”
   *[other] { $left } words ignored, first “{ $first }”
}
toast-forgotten = { $n ->
    [one] { $n } ID no longer watched
   *[other] { $n } IDs no longer watched
}: { $ids }
toast-unsnoozed = { $n ->
    [one] unsnoozed
   *[other] { $n } notifications unsnoozed
}

## Forms

breach-bound = the view’s ID and type can’t change
breach-bytes = filters, columns and sort exceed 16,384 bytes
breach-columns = more than 64 columns
breach-filter-key = unknown filter for operation views (write “status” as statut)
breach-filter-keys = more than 24 filters
breach-sort-keys = more than 4 sort keys
breach-sort-order = sort_order must be asc or desc
breach-filters-shape = filters must be an object without repeated keys
breach-columns-shape = columns must be an array of names
breach-sort-shape = sort must be objects with sort_by and sort_order
form-create-title = New deal
form-edit-many-title = { $n ->
    [one] Owner of { $n } deal
   *[other] Owner of { $n } deals
}
form-edit-title = Edit { $name }
form-entry-field-empty = Required for this status.
form-entry-and-more = { $n ->
    [one] { $names } and { $n } more
   *[other] { $names } and { $n } more
}
form-entry-many-title = { $n ->
    [one] { $n } deal → { $status }
   *[other] { $n } deals → { $status }
}
form-entry-several-title = { $n ->
    [one] { $n } deal to { $statuses } statuses
   *[other] { $n } deals to { $statuses } statuses
}
form-entry-note-both = The owner is sent with the move. The rest stays on this device, never sent.
form-entry-note-kept = Saved on this device, never sent.
form-entry-reason-empty = A reason is required for this status.
form-entry-title = { $name } → { $status }
form-ids-empty = no ID found
form-ids-note = Paste IDs, links, emails, CSV or JSON.
form-ids-taken = { $n ->
    [one] One ID
   *[other] { $n } IDs
}: { $ids }
form-ids-left = { $n ->
    [one] One word ignored
   *[other] { $n } words ignored
}: { $words }
form-ids-title = IDs to watch: { $family }
form-ids-unusable = not an ID of this type
form-json-wrong = not a JSON object or array
form-add-owner = Add “{ $name }”
form-use-typed = Use “{ $name }”
form-left-out = not set
form-move-many-title = { $n ->
    [one] Move { $n } deal to
   *[other] Move { $n } deals to
}
form-new-note = The name and asset class can’t be changed here later. The status and owner can.
form-move-title = Move { $name } to
form-name-taken = { $n ->
    [one] A deal already has this name.
   *[other] { $n } deals already have this name.
}
form-as-of-note = A day: yesterday, -7d, 1 November, 12/11 or 2026-11-12. Known since { $date }. Leave the second date empty to compare with the present.
form-as-of-title = Show as of a date
form-as-of-wrong = Not a past day that this device observed. What is shown hasn’t changed. Type another day.
form-followup-day = There is no such day between 2000 and 2199. Nothing was saved. Correct the date, such as 12/12 or 2026-12-12.
form-followup-long = The text has more than 500 characters. Nothing was saved. Shorten it.
form-followup-note = Date, then a line of text: tomorrow, monday, +3d, 12/12 or 2026-12-12. Saved on this device, never sent. Leave empty to remove it.
form-followup-preview = Due: { $line }
form-followup-title = Follow-up on { $name }
form-followup-wrong = Begin with a date: tomorrow, monday, +3d, 12/12 or 2026-12-12. Nothing was saved.
form-labels-title = Labels of { $name }
form-labels-note = Separated by commas, such as lender, urgent. Saved on this device, never sent. Delete a label to remove it.
form-labels-long = A label has more than 40 characters. Nothing was saved. Shorten it.
form-name-empty = The name can’t be empty.
form-name-long = Longer than 255 characters. The server may reject it.
form-note-lines = { $line } starts a new line, { $save } saves.
form-note-note = Private: saved on this device, never sent. Leave empty to remove it.
form-note-title = Private note on { $name }
form-owner-free = Any name is accepted.
form-owner-many = Any name is accepted. Leave empty to unassign these deals.
form-changes-note = Search deal names, changes and authors. Leave empty to show everything.
form-tasks-note = Words of the task, its owner or deal; status:prep, priority:high. All must match.
form-tasks-title = Filter and sort the tasks
form-changes-title = Filter the changes since the last visit
form-route-name-search = name and search can’t be combined
form-route-note = A path on the server, with its parameters. Nothing is changed.
form-route-page-offset = page and offset can’t be combined
form-route-title = Call a route (GET)
form-required = required
form-route-wrong = not a valid path
form-service-view-note = Renames the view on the server, for the delegated user.
form-task-note = The name stays on this device. Only the status is sent.
form-view-all = Reserved for the view of all deals. Choose another name.
form-view-note = Saved on this device: filter, columns, order, board or table.
form-view-rename-title = Rename { $name }
form-view-replaces = Another view has this name. Save again to replace it.
form-view-state-note = As JSON. The server guarantees only the name and the default view, and may reject this.
form-view-taken = Another view already has this name.
form-view-title = Save view
form-view-update-note = Leave the name empty to update the view { $name }.
menu-current = current
menu-none = { $typed }: no such status
menu-type = type to search

## Actions: name, what it does (-why), short word of the footers (hint-)

action-act-for-user = Switch user…
    .also = act for a user, act as a user, acting as, delegated user, delegation, account, profile, impersonate, on behalf of, colleague
action-act-for-user-why = Choose whose views, dashboards and alert preferences are shown, or the key’s own.
action-add-ids = Add IDs
    .also = watch, paste, watched identifiers
action-add-ids-why = Watch IDs that the server doesn’t list.
action-ask-route = Call a route
    .also = read a route, API, GET, any route, request
action-ask-route-why = Send a GET request to any route of the server.
action-back = Back
action-back-why = Go back, close or clear.
action-choose-columns = Choose columns
    .also = table columns, fields shown
    .about = add, show, hide, remove, change
action-choose-columns-why = Show, hide, reorder and resize the table’s columns. Board columns follow order in config.toml.
action-clear-filter = Clear the filter
    .also = show everything, no filter, remove filter, all deals
action-clear-filter-why = Show everything again. Undo restores the filter of the pipeline or the explorer.
action-clear-selection = Clear the selection
    .also = deselect, unselect, untick, select none
action-clear-selection-why = Deselect everything.
action-choose-figure = Column metric
    .also = column summary, column figure, sum, average, mean, median, minimum, maximum, weighted, aggregate, total
    .about = show, choose, head
action-choose-figure-why = Choose what column headers show: sum, average, median, weighted or nothing.
action-choose-side = Choose field by field
    .also = conflict, mine or theirs, merge, mixed
action-choose-side-why = Choose your value or the server’s for a field in conflict.
action-complete = Complete
action-next-completion = Next completion
action-next-completion-why = Highlight the next completion under the filter. Enter accepts it.
action-previous-completion = Previous completion
action-previous-completion-why = Highlight the previous completion under the filter.
action-complete-previous = Complete backwards
action-complete-previous-why = Replace the completion with the previous one.
action-complete-why = Complete the word with the best match. Repeat for the next one.
action-copy = Copy
    .also = clipboard, identifier, yank
    .about = { palette-words-deal }, line, name
action-copy-as = Copy…
    .also = clipboard, spreadsheet, TSV, Markdown, handover, shift, copy a table
    .about = { palette-words-deal }
action-copy-as-why = Choose what to copy: ID, name, rows for a spreadsheet, handover, request details.
action-copy-why = Copy the highlighted ID or line, or the details of a rejected change.
action-edit-keys = Change a key
action-edit-keys-why = Open config.toml in $EDITOR at the key you looked up. Applies when the editor closes.
action-default-view = Open at startup
    .also = open at the start, default view, start view, home
    .about = { palette-words-view }
action-default-view-why = Open this view at startup, or stop. A server view becomes the default on the server.
action-delete-deal = Delete
    .also = remove, trash, duplicate, erase, discard, throw away, bin, destroy, get rid, deletion
    .about = { palette-words-deal }, put, move
action-delete-deal-why = Delete the deal. You can undo for a few seconds, then it’s permanent.
action-rules = Rules and subscriptions
    .also = alerts, triggers, watch, conditions, notify me
action-rules-why = List what notifies you: the rules of config.toml, and your subscriptions to views and filters.
action-settings = Settings
    .also = configuration, config.toml, preferences, options, currency, limits, probabilities, language
action-settings-why = Show and change the settings of config.toml: value, default, origin and effect of each.
action-subscribe = Notify when deals enter or leave
    .also = subscribe, subscription, alert, watch, tell me, unsubscribe, stop
action-subscribe-why = Notify you when a deal enters or leaves this view or filter. Again to stop.
button-unsubscribe-view = Stop notifying
action-delete-view = Delete the view
    .also = remove, erase, bin
    .about = { palette-words-view }
action-delete-view-why = Delete the view. Its deals don’t change.
action-discard-write = Discard the change
    .also = drop, forget, cancel the change, give up
    .about = { palette-words-write }, delete, remove
action-discard-write-why = Discard a pending or rejected change.
action-discover = Find lists
    .also = look for lists, discover, probe, postman
action-discover-why = Look for undocumented lists (sends one request per list).
action-edit-deal = Edit
    .also = owner, reassign, assign, responsable, change, modify, update, correct, hand over, manager
    .about = { palette-words-deal }
action-edit-in-place = Edit in place
    .also = cell, inline
    .about = { palette-words-deal }
action-edit-deal-why = Change the deal’s owner.
action-edit-in-place-why = Edit the highlighted cell, or outside the table the deal’s owner.
action-edit-task = Edit the task
    .also = change, modify, rename
action-edit-task-why = Change its status, or its name on this device.
action-only-mine = My tasks only
    .also = mine, own, assigned to me
action-only-mine-why = Show only the tasks whose owner is one of your names, or all again.
action-task-order = Sort tasks by next field
    .also = order, due date, priority, deal
action-task-order-why = Due date, priority, deal.
action-task-record = All fields of the task
    .also = details, record, tree
action-task-record-why = Show every field that the server sent.
action-edit-text = Open in the editor
action-edit-text-why = Edit the current text in $EDITOR.
action-edit-view-state = Edit filters and columns
action-edit-view-state-why = Change the filters, columns and sort of a server view.
action-edit-views = Edit views as text
    .also = editor
    .about = { palette-words-view }
action-edit-views-why = Open all views in the editor, to paste or share them.
action-end-visit = Mark changes as seen
    .also = seen, visit
action-end-visit-why = Mark everything that changed until now as seen.
action-filter = Filter
    .also = search, find, look for, query, where is, refine, narrow
    .about = { palette-words-deal }
action-filter-why = Show only what matches: words, status:, class:, owner:, ltv>, age>.
action-focus-down = Go down
action-focus-down-why = Go to the next item.
action-focus-first = First
action-focus-first-why = Go to the first item.
action-focus-last = Last
action-focus-last-why = Go to the last item.
action-focus-left = Go left
action-focus-left-why = Go to the previous column that has deals.
action-focus-right = Go right
action-focus-right-why = Go to the next column that has deals.
action-focus-up = Go up
action-focus-up-why = Go to the previous item.
action-fold-column = Collapse the column
    .also = fold, hide, shrink
    .about = status
action-unfold-column = Expand the column
action-fold-column-why = Shrink the column to its name and count, or expand it.
action-fold-group = Collapse the group
    .also = fold, unfold, expand, heading
    .about = table
action-fold-group-why = Show only the heading of the group, or its deals again.
action-fold-groups = Collapse all groups
    .also = fold, unfold, expand, headings
    .about = table
action-fold-groups-why = Show only the headings, or all deals again.
action-forget-id = Stop watching
    .also = unwatch, unfollow, stop watching
    .about = identifier
action-forget-id-why = Stop watching an ID. Nothing changes on the server.
action-group-column = Group by this column
    .also = ungroup, subtotals, pivot, status, class, owner
    .about = table
action-group-column-why = Group the table by status, class or owner, up to three. Repeat to stop.
action-group-statistic = Statistic of the groups
    .also = subtotals, sum, average, median, minimum, maximum, share, coverage
    .about = table
action-group-statistic-why = Show the next statistic: sum, average, median, minimum, maximum, share, coverage.
action-frequency = Frequency of the column
    .also = values, counts, histogram, distinct, duplicates
    .about = table
action-frequency-why = Show the values of the column, each with its number and share of the deals.
action-describe = Describe the columns
    .also = statistics, quartiles, coverage, missing, profile, summary
    .about = table
action-describe-why = Show coverage, minimum, quartiles, maximum, average and sum of each column.
action-pivot = Pivot
    .also = cross table, crosstab, matrix
    .about = table
action-pivot-why = Show a number by the values of two columns, with totals.
action-pivot-axes = Rows and columns
    .also = pivot, swap, transpose
    .about = pivot
action-pivot-axes-why = Show other rows and columns in the pivot.
action-pivot-figure = Number of the pivot
    .also = pivot, metric, value
    .about = pivot
action-pivot-figure-why = Show the next number in the pivot, or the number of deals.
action-group-similar = Group similar titles
    .also = duplicates, repeats
    .about = { palette-words-notification }
action-group-similar-why = Group titles that differ only in numbers, or ungroup them.
action-followup = Follow-up
    .also = reminder, next step, remind me, schedule, call back, due date, to do, deadline
    .about = { palette-words-deal }, set, move, postpone
action-followup-done = Follow-up done
    .also = complete, finish, tick, reminder done, next step done
    .about = { palette-words-deal }
action-followup-done-why = Mark the deal’s follow-up as done.
action-followup-why = Set or move the deal’s follow-up: a date and a line of text, saved on this device only.
action-labels = Labels
    .also = tag, tags, label, category, mark
action-labels-why = Add labels to the deal, or to the selected deals, and remove them. On this device only.
action-compare = Compare deals
    .also = side by side, differences, versus, difference
action-compare-why = Show the two to four selected deals side by side, differences first.
action-help = Help
    .also = keys, shortcuts, keyboard, manual, documentation, cheat sheet, support
    .about = { palette-words-program }
action-help-why = Show the keys for this screen.
action-local-note = Private note
    .also = comment, local note, annotate, memo, remark, write a note
    .about = { palette-words-deal }, add, take, new, make
action-local-note-why = Write or edit a private note on the deal or notification, saved on this device only.
action-lower-line = Move down
action-lower-line-why = Move the column right in the table.
action-keep-mine = Keep my value
    .also = my version, force, overwrite
    .about = { palette-words-write }, conflict, resolve
action-keep-mine-why = Overwrite the server’s value with yours.
action-mark-all-read = Mark all as read
    .also = read all, handle all
    .about = { palette-words-notification }
action-mark-all-read-why = From the list: mark every notification shown as read. Press twice to confirm.
action-mark-read = Mark as read
    .also = mark read, handle, done
    .about = { palette-words-notification }
action-mark-read-why = Mark the notification as read and go to the next.
action-move-next = Move to next status
    .also = advance, next stage, step forward
    .about = { palette-words-deal }
action-move-next-why = Move the deal to the next column.
action-move-previous = Move to previous status
    .also = step back, previous stage, backwards
    .about = { palette-words-deal }
action-move-previous-why = Move the deal to the previous column.
action-move-to = Move to…
    .also = status, stage, phase, column, change status, change stage
    .about = { palette-words-deal }
action-move-to-why = Choose the deal’s status.
action-narrow-column = Narrow the column
    .also = width, thinner, shrink
action-narrow-column-why = Make the column narrower.
action-new-deal = New deal
    .also = create, add, new record, new opportunity, insert, creation
    .about = { palette-words-deal }, new
action-new-deal-why = Create a deal on the server.
action-next-deal = Next deal
    .about = { palette-words-deal }
action-next-deal-why = Open the next deal in the column.
action-next-page = Next page
action-next-page-why = Load the next page of the route.
action-next-pane = Next pane
action-next-pane-why = Go to the next pane.
action-only-slow = Slow deals only
    .also = stale, rotting, late, old, stuck, stalled, dormant, overdue, follow up
    .about = { palette-words-deal }
action-only-slow-why = Show only the deals that have been in one status too long, or show all deals again.
action-only-writes = Changes only
    .also = writes, filter, requests, put, post
action-only-writes-why = Show only the requests that change something, or all again.
action-next-view = Next view
action-next-view-why = Go to the next saved view.
action-open = Open
action-open-why = Open the highlighted item, or confirm.
action-page-down = Page down
action-page-down-why = Go down one page.
action-page-up = Page up
action-page-up-why = Go up one page.
action-palette = Commands
    .also = palette, actions
action-palette-why = Find and run an action, or open a deal, a view or a screen.
action-pin-view = Pin
    .also = favourite, favorite, bookmark, unpin
    .about = { palette-words-view }
action-pin-view-why = Pin the view with its count, or unpin it.
action-present = Presentation
    .also = projector, meeting, committee, full screen, slideshow, big screen, F11
    .about = mode
action-present-why = Large text and only the deals, for a projector.
action-previous-deal = Previous deal
    .about = { palette-words-deal }
action-previous-deal-why = Open the previous deal in the column.
action-previous-page = Previous page
action-previous-page-why = Load the previous page of the route.
action-previous-pane = Previous pane
action-previous-pane-why = Go to the previous pane.
action-previous-view = Previous view
action-previous-view-why = Go to the previous saved view.
action-quit = Quit
    .also = leave, close, exit, terminate, shut down
    .about = { palette-words-program }
action-quit-why = Close Encours. Pending changes stay saved.
action-raise-line = Move up
action-raise-line-why = Move the column left in the table.
action-redo = Redo
    .also = again, repeat, ctrl+y
    .about = { palette-words-change }
action-redo-why = Redo the last undone change.
action-refresh = Refresh
    .also = reload, read again, synchronise, sync, freshness, up to date, update, fetch, F5
    .about = { palette-words-deal }, data, screen, list, page
action-refresh-why = Reload everything from the server.
action-remove-followup = Remove follow-up
    .also = delete reminder, clear next step, no reminder
    .about = { palette-words-deal }
action-remove-followup-why = Remove the deal’s follow-up.
action-rename-view = Rename the view
    .also = change the name, call
    .about = { palette-words-view }
action-rename-view-why = Give the view another name.
action-retry-bulk = Resend rejected
action-retry-bulk-why = Send the rejected changes again.
action-retry-write = Send again
    .also = retry, try again, resend
    .about = { palette-words-write }
action-retry-write-why = Send a pending or rejected change now.
action-save-view = Save the view
    .also = keep, save the filter, new view, remember, store
    .about = filter, search, create, add
action-save-view-why = Save the filter, columns and order under a name.
action-screen-activity = Activity
action-screen-activity-why = Pending and rejected changes, and requests.
action-screen-agenda = Agenda
action-screen-agenda-why = What is dated, by day: follow-ups, tasks, snoozed notifications.
action-screen-deal = Deal
action-screen-deal-why = The last opened deal.
action-screen-explorer = Explorer
action-screen-explorer-why = Operations, funds, SPVs, operators and any GET route.
action-screen-notifications = Notifications
action-screen-notifications-why = Notifications to handle, alerts and their preferences.
action-screen-pipeline = Pipeline
action-screen-pipeline-why = Deals by status.
action-screen-portfolio = Portfolio
action-screen-portfolio-why = Totals, breakdowns and the entity.
action-screen-flow = Flow
action-screen-flow-why = Where deals advance, wait and are lost, from the moves observed here.
action-screen-tasks = Tasks
action-screen-tasks-why = The task board.
action-screen-views = Views
action-screen-views-why = Deal views, server views and dashboards.
action-select-all = Select all
    .also = tick all, pick all, everything
    .about = { palette-words-deal }, { palette-words-notification }
action-select-all-why = Select everything shown.
action-select-deal = Select
    .also = tick, pick, choose, selection
    .about = { palette-words-deal }, { palette-words-notification }
action-select-deal-why = Select or deselect the deal or notification.
action-select-range = Select from here to…
    .also = range, interval
    .about = { palette-words-deal }, { palette-words-notification }
action-select-range-why = Select a range: move to extend it, press again to end.
action-show-bulk = Bulk change
    .also = change of many deals, bulk, batch, several, mass change, mass edit
    .about = { palette-words-deal }
action-show-bulk-why = Follow the bulk change and its result for each deal.
action-as-of = Show as of a date…
    .also = time travel, past, history, back then, snapshot, compare, before
action-as-of-why = Show the board, the table and the portfolio as known at the end of a past day, and what changed since. Read-only.
action-back-to-present = Back to the present
    .also = now, today, leave the past
action-back-to-present-why = Leave the past date and show the present again.
action-show-since = Since the last visit
    .also = diff, changes, history, news, what is new, what changed, updates
action-show-since-why = What changed since the last visit, and when. Changes you don’t look at are shown again next time.
action-snooze = Snooze
    .also = remind later, postpone, defer, later
    .about = { palette-words-notification }
action-snooze-why = Hide until a chosen time, or unsnooze. This device only.
action-sort-also = Sort by this column too
    .also = second sort, secondary sort, then by
    .about = { palette-words-deal }
action-sort-also-why = Add the column to the sort, up to four columns.
action-sort-column = Sort by this column
    .also = sort the table, order, arrange
    .about = { palette-words-deal }
action-sort-column-why = Sort by this column. Repeat to reverse, then to stop sorting.
action-star = Star
    .also = favourite, favorite, bookmark, flag
    .about = { palette-words-notification }
action-star-why = Add or remove a star. This device only.
action-stop-bulk = Stop
action-stop-bulk-why = Cancel what hasn’t been sent yet.
action-switch-language = Switch language
    .also = French, English, translation, translate, locale
    .about = { palette-words-program }, change, interface, set, turn
action-switch-language-why = Switch between English and French.
action-switch-theme = Switch theme
    .also = appearance, colours, contrast, light, dark, accessibility, colour blindness, style, skin
    .about = { palette-words-program }, mode, change
action-switch-theme-why = Switch to the next theme.
action-toggle-chart = Chart or table
    .also = graph, plot, curve
action-toggle-chart-why = Show the chart, or the same numbers as a table.
action-flow-period = Period of the flow
action-flow-period-why = Everything observed, the last twelve months, or the last three.
action-flow-grouping = Group the flow
action-flow-grouping-why = By class, by owner, or all deals together.
action-show-due = Due
    .also = due, overdue, follow-ups, reminders, today, to do, agenda, next steps
    .about = { palette-words-deal }
action-show-due-why = Show only the deals whose follow-up is overdue or due today.
action-show-starred = Starred
    .also = favourites, stars, favorites
action-show-starred-why = Show only the starred deals.
action-show-checks = Checks
    .also = arithmetic, faults, errors, thresholds, limits, quality, audit
action-show-checks-why = Show the deals that break an arithmetic check or a threshold, check by check.
action-previous-opened = Back
    .also = previous deal, history, return
action-previous-opened-why = Go back to the deal or screen that was open before.
action-next-opened = Forward
    .also = next, history
action-next-opened-why = Go forward again, after going back.
action-show-menu = Open the menu
    .also = context menu, right click
action-show-menu-why = Show what you can do with the card or row, like a right click.
action-toggle-density = Comfortable or compact
    .also = density, high cards, small cards, tight, spacing
    .about = display, mode, view
action-toggle-density-why = Show three lines per card, or two.
action-toggle-line = Show or hide
action-toggle-line-why = Show or hide the highlighted column.
action-toggle-metrics = Key metrics
    .also = strip of figures, key figures, tiles, metrics, totals, kpi, summary, statistics, stats
    .about = show, hide
action-toggle-metrics-why = Show or hide the key metrics above the deals.
action-toggle-table = Board or table
    .also = list, grid, columns, rows, table view, board view, list view
    .about = view, mode, display, switch, show
action-toggle-table-why = Show the deals in columns by status, or one per row.
action-take-theirs = Keep the server’s value
    .also = their version, accept, service
    .about = { palette-words-write }, conflict, resolve
action-take-theirs-why = Keep the server’s value and discard yours.
action-toggle-period = Month or week
    .also = calendar
action-toggle-period-why = Show a month or a week of the agenda.
action-toggle-tree = Table or tree
    .also = raw answer, JSON
action-toggle-tree-why = Show records as a table, or the response as a tree.
action-turn-lanes = Swimlanes
    .also = lanes, by owner, by class, group by
    .about = show, cards
action-turn-lanes-why = Swimlanes by owner, by asset class, or none.
action-sign-in = Sign in…
    .also = log in, login, give the key, paste the secret, password, authenticate, reconnect, credentials
    .about = { palette-words-program }
action-sign-in-why = Enter the key’s secret again. Loaded data and pending changes stay.
action-sign-out = Sign out…
    .also = log out, logout, remove the key, switch key, forget the key
    .about = { palette-words-program }
action-sign-out-why = Remove the key’s secret from this device. Loaded data and pending changes stay.
action-recreate-deal = Recreate the deleted deal
    .also = restore, undelete, bring back, recover, get back, restoration
    .about = { palette-words-deal }
action-recreate-deal-why = Create the deleted deal again: new ID, no notes or other fields.
action-undo = Undo
    .also = take back, revert, cancel, ctrl+z
    .about = { palette-words-change }
action-undo-why = Undo the last change.
action-update-view = Update the view
action-update-view-why = Save what is shown under the view’s name.
action-views = Views
    .also = saved views, open a view, my views, switch view, change view, saved filters
action-views-why = Open a saved view.
action-widen-column = Widen the column
    .also = width, wider
action-widen-column-why = Make the column wider.
action-zoom-in = Larger
    .also = zoom, text size, enlarge, bigger, font, magnify
    .about = text, screen, size
action-zoom-in-why = Make everything 10% larger.
action-zoom-out = Smaller
    .also = zoom, text size, font, shrink
    .about = text, screen, size
action-zoom-out-why = Make everything 10% smaller.
action-zoom-reset = Original size
    .also = zoom, text size, font, normal size
action-zoom-reset-why = Return to the original size.
hint-act-for = switch user
hint-add-ids = add
hint-apply = apply
hint-ask-route = route
hint-back = back
hint-read = open
hint-board = board
hint-browse = browse
hint-flow-grouping = group
hint-chart = chart ⇄ table
hint-choose-side = field by field
hint-choose = choose
hint-clear = clear
hint-close = close
hint-columns = columns
hint-complete = complete
hint-confirm = confirm
hint-default = startup
hint-default-service = default
hint-discover = find lists
hint-edit-state = filters
hint-end-visit = seen
hint-collapse = collapse
hint-flow-period = period
hint-give-up = cancel
hint-next-field = next field
hint-mine = mine
hint-order = order
hint-owner = owner
hint-page = page
hint-pin = pin
hint-unpin = unpin
hint-range = range
hint-rename = rename
hint-create = create
hint-save = save
hint-series = series
hint-snooze = snooze
hint-star = star
hint-take-theirs = server’s
hint-copy = copy
hint-copy-export = copy, export
hint-decide = resolve conflict
hint-delete-deal = delete
hint-discard-write = discard
hint-edit-deal = edit
hint-filter = filter
hint-help = help
hint-local-note = private note
hint-edit-keys = change a key
hint-next-screen = other screen
hint-recreate = recreate it
hint-keep-mine = my value
hint-mark-all-read = mark all
hint-mark-read = read, then next
hint-list = open the list
hint-move = move
hint-move-to = move to…
hint-narrow = narrow
hint-new-deal = new
hint-next-deal = next deal
hint-next-pane = pane
hint-day = day
hint-open = open
hint-operations = operations
hint-palette = commands
hint-present = present
hint-refresh = refresh
hint-retry-write = send again
hint-send-choice = send
hint-run = run
hint-select = select
hint-show = show
hint-sort = sort
hint-stop = stop
hint-expand = expand
hint-fold-group = collapse, expand
hint-fold-groups = all groups
hint-pivot-axes = rows, columns
hint-pivot-figure = number
hint-show-deals = show the deals
hint-statistic = statistic
hint-table = table
hint-tree = table ⇄ tree
hint-undo = undo
hint-undo-many = { $n ->
    [one] undo { $n } change
   *[other] undo { $n } changes
}
hint-undo-note = undo the note on “{ $name }”
hint-undo-of = undo “{ $name }”
hint-undo-seen = undo “changes seen”
hint-update = update
hint-views = views
hint-watch = watch
hint-width = width

## Why an action is unavailable

reason-already-read = already read
reason-dropped-in-place = Not moved: it is already there
reason-dropped-outside = Not moved: dropped outside the columns
reason-dropped-on-no-status = Not moved: a deal must have a status
reason-dropped-on-other-class = Not moved: only the server sets the asset class
reason-nothing-to-change = already the case
reason-not-imported = Not imported
reason-metric-computed = read-only, calculated by the server
reason-age-computed = read-only, calculated from the last status change
reason-field-read-only = read-only, only a deal’s status and owner can be changed
reason-being-sent = this change is being sent
reason-deal-deleted = this deal no longer exists
reason-first-page = already on the first page
reason-locked-write = this profile can’t send this change
reason-first-status = already in the first status
reason-last-page = already on the last page
reason-last-status = already in the last status
reason-no-write-permission = this key can’t change deals (deals:write)
reason-no-focus = select a deal first
reason-no-editor = no editor set: set EDITOR or VISUAL, then restart
reason-no-conflict = select a change in conflict first
reason-board-only = on the board only
reason-list-only = in the list only: go back to it first
reason-no-notification = select a notification first
reason-no-service-view = select a server view first
reason-no-table = no table here
reason-table-only = in the table only
reason-not-a-code = group by status, class or owner
reason-not-grouped = the table has no groups
reason-loading = still loading
reason-no-task = select a task first
reason-no-probability = no probabilities in config.toml
reason-last-series = a chart shows at least one series
reason-no-trend = no history recorded yet
reason-not-observed = nothing is known before the first sync on this device
reason-past-shown = a past day cannot be changed; first return with Esc on the pipeline, or with “Back to the present”
reason-present-shown = the present is shown already
reason-no-followup = this deal has no open follow-up
reason-compare-count = select two to four deals first
reason-nothing-opened = nothing else was opened
reason-no-view = select one of your own deal views first
reason-no-views = no saved views
reason-no-filter = no filter set
reason-filter-invalid = fix the filter first
reason-no-write = select a change first
reason-not-created-yet = this deal isn’t created on the server yet
reason-close-first = close what is open first
reason-not-here = not available on this screen
reason-not-watchable = nothing to watch here
reason-not-watched = not watched
reason-no-bulk-failure = nothing was rejected
reason-no-bulk-running = no bulk change yet: select deals, then move or edit
reason-nothing-selected = no deal selected
reason-no-record-open = nothing is open
reason-nothing-to-export = nothing to export
reason-next-status-inactive = the next status pauses or closes the deal: use “Move to…”
reason-task-keys-differ = move tasks with the status keys or “Move to…”
reason-nothing-to-complete = no completion for this word
reason-nothing-to-copy = nothing to copy
reason-no-known-deal = this notification isn’t about a listed deal
reason-nothing-to-open = nothing to open
reason-nothing-deleted = no deletion was sent
reason-recreated-already = a deal with this name has since been created
id-none-yet = assigned by the server once created
reason-signed-in = already signed in
reason-key-from-elsewhere = the key comes from a command or the environment
reason-nothing-to-redo = nothing to redo
reason-nothing-to-undo = nothing to undo
reason-nothing-unread = no unread notifications shown
reason-window-only = the terminal sets its own text size
reason-no-own-name = no name of yours is known: set me in the settings, or type “i am NAME” in the palette
reason-no-config = the demo doesn’t use config.toml
reason-started-offline = Encours was started with --offline
reason-no-status-chosen = choose a status first

## Help

help-act = Act on a deal
help-act-task = Act on a task
help-cells = Extend the range
help-copy = Copy, copy as…
help-delete = Delete ({ $n } s to undo)
help-ends = First, last
help-focus = Move the highlight
help-focus-figures = Rows and breakdowns, series
help-focus-series = Rows, series
help-look-for = search keys and actions
help-mark-all = Mark all as read (twice)
help-mark-all-list = Mark the whole list as read (twice)
help-choose-columns = Columns of the table
help-move-card = Previous, next status
help-note-editor = Private note, in $EDITOR
help-on-screen = { $screen }, screen { $key }
help-or = (or { $keys })
help-order = Sort, reverse
help-pages = Previous, next page
help-panes = Next, previous pane
side-terminal = terminal only
side-window = window only
help-quit = Quit (Ctrl+C closes forms)
help-screens = Screens
help-select = Selection, range
help-sort = Sort by column, add to sort
help-turn-deals = Previous, next deal
help-turn-pages = Previous, next page of the route
help-turn-views = Previous, next view
help-undo = Undo, redo
help-views = Open, save a view
help-visit = Since the last visit, mark as seen
help-width = Column narrower, wider
help-zoom = Smaller, original size, larger
help-bindings-note = keys for screen { $screen }
help-everywhere = Everywhere
help-find = Choose and find
help-lists = Tasks, views, explorer
help-move = Move around
help-notifications = Notifications
help-title = Help
help-nothing-found = No match here. The palette ({ $key }) searches everywhere.
help-without-key = From the palette
help-writes = Pending changes
help-unavailable = Unavailable here, and why

## Commands

palette-about-looks = mode, theme, look, appearance, colour, color, switch, turn, enable, disable, interface, display
palette-about-places = go, open, show, see, view, display, screen, page, tab, pane, list, back, all
palette-about-views = view, open, show, see, go, filter
palette-small-words = a an the of to for in on at by with without from and or my this that these those its it is i want please
palette-words-change = change, edit, action, last
palette-words-deal = deal, record, opportunity, project, card
palette-words-notification = notification, alert, message
palette-words-program = application, app, program, window, encours
palette-words-view = view, filter
palette-words-write = write, request, sending, change
palette-elsewhere = on: { $where }
palette-actions = Actions
palette-count = { $n } of { $total }
palette-count-in = { $group }: { $count }
palette-deals = Deals
palette-recent = Recently opened
palette-deals-first = Deals, first { $n }
palette-found = { $n ->
    [one] { $n } result
   *[other] { $n } results
}
palette-records = Records
palette-screens = Screens
palette-title = Commands
palette-views = Views

## Filter: errors, each with its column

query-ambiguous = “{ $value }” could be { $candidates }
query-apart = “{ $value }” is split: write { $whole }
query-at-column = character { $column }: { $error }
query-bad-age = invalid age: “{ $value }”, try age>15d
query-bad-band = “{ $value }” isn’t a number, OK, watch, alert or none
query-bad-changed = unknown field: “{ $value }”, try changed:owner<30d, changed:ltv or changed:.city
query-bad-date = the calendar has no day “{ $value }”, try { $field }>=2026-11-01
query-bad-followup = not a date: “{ $value }”, try followup:overdue, followup:none or followup:<=2026-12-01
query-bad-has = unknown: “{ $value }”, try has:followup, has:note or has:label
query-bad-is = unknown: “{ $value }”, try is:starred, is:waiting, is:conflict or is:unread
query-bad-limit = not a number of deals: “{ $value }”, try limit:20
query-bad-check = not a metric: “{ $value }”, try check:ltv or check:any
query-bad-number = invalid number: “{ $value }”, try { $example }
query-bad-range = the smaller bound comes first: write { $whole }
query-bad-received = “{ $value }” has no order: compare a number or a date, as in { $field }>=1.5 or { $field }>=2026-11-01, or write { $field }:{ $value }
query-bad-sort = cannot sort by “{ $value }”, try sort:ltv desc or sort:status,-age
query-bad-time = not a time: “{ $value }”, try <7d, >=2026-11-01 or 2026-11-01..2026-11-15
query-bracket = “{ $word }” inside a word doesn’t group. Put it before a whole condition, as in (status:ic or ltv>65%), and join values by commas: status:ic,closing. If it is part of a name, quote it
query-empty-brackets = put a condition between the brackets, as in (status:ic or ltv>65%), or remove them
query-field-needs-text = “{ $field }” needs “:” and a name, for example { $field }:ic
query-field-needs-value = “{ $field }” needs a value
query-fix = write: { $text }
query-help-age = age>15d
query-help-age-why = days in the status
query-help-age-working = working days in the status; weeks and months count every day
query-help-and = parc and ltv>65%
query-help-and-why = both: and, et, && or a space
query-help-band = ltv:alert,watch
query-help-band-why = a band, by your thresholds
query-help-class = class:offices
query-help-class-why = an asset class
query-help-complete = complete: next, previous
query-help-entered = was:ic entered:ic<7d changed:owner
query-help-entered-why = observed changes
query-help-is = is:waiting,unread
query-help-is-why = state on this device
query-help-has = is:starred has:label
query-help-has-why = a star and a label
query-help-me = owner:me
query-help-me-why = my deals (palette: I am …)
query-help-missing = ltv:none
query-help-missing-why = no value
query-help-not = -status:lost not (parc or lyon)
query-help-not-why = all but these
query-help-or = status:ic or (parc ltv>65%)
query-help-or-why = either: or, ou, ||; brackets group
query-help-owner = owner:"A. Martin"
query-help-owner-why = an owner
query-help-phrase = "le parc"
query-help-phrase-why = these exact words
query-help-range = ltv:60..70%
query-help-range-why = from 60% to 70%
query-help-ratio = ltv>=65% dscr<1.2
query-help-ratio-why = several metrics
query-help-received = .created_at>=2026-11-01
query-help-received-why = any field: a dot, its name
query-help-sort = sort:ltv desc limit:20
query-help-sort-why = the twenty highest
query-help-status = status:ic,closing
query-help-status-why = one of these statuses
query-help-title = Filter
query-help-words = parc lyon
query-help-words-why = names with these parts, ignoring accents and case
query-joins-two = put “{ $word }” between two conditions, with spaces. If the word is part of a name, quote it
query-lone-minus = add a condition after “{ $word }” to exclude it
query-negative = “{ $value }” is below -200%: write { $value }% or a fraction
query-no-band = no thresholds for “{ $field }”: compare it with a number
query-no-field = “{ $word }” goes after a field name, as in ltv>65%. If it is part of a name, quote it
query-no-not = “{ $word }” isn’t supported here. Exclude with a minus or “not”: -status:lost. If the word is part of a name, quote it
query-no-sign = “{ $word }” isn’t supported: words already match any part of a name. If it is part of a name, quote it
query-no-word = “{ $word }” isn’t supported. Put conditions such as ltv>65% or status:ic side by side. All must match. If the word is part of a name, quote it
query-order-inside = “{ $field }” orders the whole filter: move it out of the brackets
query-kind-flag = “{ $field }” is yes or no: write { $field }:yes or { $field }:no
query-kind-number = “{ $value }” is not a number: “{ $field }” is one, as in { $field }>=1.5 or { $field }:1..2
query-kind-text = “{ $field }” is a text without order: write { $field }:{ $value }
query-percent = “{ $value }” is above 200%: write { $value }% or a fraction
query-square-bracket = “{ $word }” isn’t supported: round brackets group, as in (status:ic or ltv>65%). If it is part of a name, quote it
query-too-deep = more than 20 nested brackets: simplify the filter
query-too-long = filter too long
query-two-ranges = “{ $value }” has too many bounds: write { $field }:FROM..TO, and join two ranges with “or”
query-unclosed-bracket = no “)” after this “(”: add one after the last condition of the group
query-unclosed-quote = missing closing quote
query-unopened-bracket = no “(” before this “)”: remove it, or put “(” before the first condition of the group. If it is part of a name, quote it
query-unknown-field = unknown field: “{ $field }” (known: status, class, owner, age, ltv, dscr, crd…)

## Bands

band-alert = alert
band-none = n/a
band-ok = OK
band-watch = watch

## Vocabulary

alert-type-document_manquant = Missing document
alert-type-echeance = Maturity
alert-type-kyc_expire = KYC expired
alert-type-reporting_du = Reporting due
alert-type-retard = Late payment
alert-type-seuil_dscr = DSCR threshold
alert-type-seuil_ltv = LTV threshold
asset-class-alternatif = Alternative
asset-class-alternatif-short = Altern.
asset-class-bureaux = Offices
asset-class-commerces = Retail
asset-class-foncier = Land
asset-class-hotels_tourisme = Hospitality
asset-class-hotels_tourisme-short = Hotels
asset-class-logistique_activite = Logistics & light industrial
asset-class-logistique_activite-short = Logistics
asset-class-mixte = Mixed use
asset-class-mixte-short = Mixed
asset-class-residences_gerees = Serviced residential
asset-class-residences_gerees-short = Serviced
asset-class-residentiel = Residential
asset-class-residentiel-short = Resid.
asset-class-sante_education = Healthcare & education
asset-class-sante_education-short = Health
crd-source-financing_tranches = financing tranches
crd-source-operation_data = operation data
deal-status-closing = Closing
deal-status-due_diligence = Due diligence
deal-status-due_diligence-short = Due dil.
deal-status-ic = Investment committee
deal-status-ic-short = Committee
deal-status-lost = Lost
deal-status-lost-short = Lost
deal-status-on_hold = On hold
deal-status-on_hold-short = On hold
deal-status-screening = Screening
deal-status-screening-short = Screening
deal-status-sourcing = Sourcing
deal-status-structuring = Structuring
deal-status-structuring-short = Struct.
deal-status-term_sheet = Term sheet
deal-status-term_sheet-short = Term sheet
investment-type-bridge = Bridge
investment-type-dette_mezzanine = Mezzanine
investment-type-dette_senior = Senior debt
investment-type-fonds_propres = Equity
investment-type-marchand_de_biens = Property trading
investment-type-obligations_convertibles = Convertible bonds
investment-type-obligations_convertibles-short = Convertibles
investment-type-promotion = Development
investment-type-whole_loan = Whole loan
kpi-crd_mezzanine = Outstanding mezzanine principal
kpi-crd_mezzanine-short = Mezz. principal
kpi-crd_senior = Outstanding senior principal
kpi-crd_senior-short = Senior principal
kpi-crd_total = Outstanding principal
kpi-crd_total-short = Principal
kpi-debt_yield = Debt yield
kpi-debt_yield-short = Debt yield
kpi-debt_yield-shortest = Yield
kpi-dscr = DSCR
kpi-dscr-short = DSCR
kpi-icr = ICR
kpi-icr-short = ICR
kpi-ltc = LTC
kpi-ltc-short = LTC
kpi-ltv = LTV
kpi-ltv-short = LTV
kpi-meaning-debt_yield = net operating income ÷ outstanding principal
kpi-meaning-dscr = debt service coverage
kpi-meaning-icr = interest coverage
kpi-meaning-ltc = loan to cost
kpi-meaning-ltv = loan to value
kpi-noi = Net operating income
kpi-noi-short = NOI
kpi-pct_perte_estimee = Estimated loss
kpi-pct_perte_estimee-short = Loss
kpi-risk_score_simple = Risk score
kpi-risk_score_simple-short = Score
kpi-service_dette = Debt service
kpi-service_dette-short = Debt service
kpi-valeur_venale = Market value
kpi-valeur_venale-short = Value
operation-status-cloture = Closed
operation-status-contentieux = Litigation
operation-status-en_cours = Performing
operation-status-instruction = Under review
operation-status-precontentieux = Pre-litigation
operation-status-prorogation = Extended
operation-status-remboursee = Repaid
operation-status-retard = Late
reporting-mode-calendaire = calendar
reporting-mode-glissant = rolling
severity-critical = critical
severity-info = info
severity-warning = warning
task-statut-a_faire = To do
task-statut-bloque = Blocked
task-statut-en_cours = In progress
task-statut-fait = Done
task-statut-prep = In preparation
task-statut-revue = In review

## Command line

cli-access-token = Token
cli-added-at = Watched since
cli-answer = Response
cli-as-user = Delegated user
cli-attempts = Attempts
cli-base-url = Server
cli-body = Content
cli-change = Change
cli-check-result = { $n ->
    [0] None of { $total } deals fails a check or is beyond a threshold.
    [one] One of { $total } deals fails a check or is beyond a threshold.
   *[other] { $n } of { $total } deals fail a check or are beyond a threshold.
}
cli-find-missing = Not searched, because the list is not available: { $lists }.
cli-kind = Kind
cli-metric = Metric
cli-received = Received
cli-expected = Expected
cli-finding = Finding
usage-pack-ending = the file must end in .pdf, .html or .md
usage-pack-unknown = no deal on this device has the ID { $id }
pack-title = Committee pack
pack-deals = { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
pack-fields = Fields
pack-figures = Figures ({ $n } of { $total } received)
pack-figure = Figure
pack-value = Value
pack-band = Band
pack-checks = Failed checks
pack-history = Age and history
pack-age = In status
pack-notes = Notes
pack-notes-unread = The server’s notes are not on this device
pack-private = Private
pack-followup = Follow-up
pack-pending = A change of this deal is pending
pack-sources = Sources
pack-server = Server: { $server }
pack-synced = { $n ->
    [one] { $n } deal on this device, synced on { $date }
   *[other] { $n } deals on this device, synced on { $date }
}
pack-observed = Observed since { $date }
pack-none = None
action-pack = Write committee pack
    .also = PDF, HTML, Markdown, print, memo, committee paper, handout
    .about = { palette-words-deal }, report, document
action-pack-why = Save a page for each selected or shown deal, with a summary.
form-pack-note = A page for each selected deal, or for each deal shown, as this device knows it.
cli-row = Line
cli-confirm-import = { $n ->
    [one] Write { $n } row?
   *[other] Write { $n } rows?
}
cli-import-left = { $n ->
    [one] { $n } row was not imported ({ $counts }): its text says why
   *[other] { $n } rows were not imported ({ $counts }): the text of each says why
}
cli-import-left-planned = { $n ->
    [one] { $n } row would not be imported ({ $counts }): its text says why
   *[other] { $n } rows would not be imported ({ $counts }): the text of each says why
}
cli-import-stopped = { $n ->
    [one] Stopped: { $n } row not written. The same command continues
   *[other] Stopped: { $n } rows not written. The same command continues
}
usage-map-column = the file has no column “{ $name }”. Its columns: { $columns }
usage-map-field = “{ $name }” can’t be imported. Fields: { $fields }
usage-map-no-deal = no column is the name or the ID of a deal: choose one with --map "COLUMN=name". Columns: { $columns }
cli-checked-at = Checked
cli-clock-off = This device’s clock differs from the server’s by { $s } s. Signatures are adjusted.
cli-confirm-delete = { $n ->
    [one] Delete { $n } deal from the server? This can’t be undone.
   *[other] Delete { $n } deals from the server? This can’t be undone.
}
cli-confirm-discard = { $n ->
    [one] Discard { $n } change? There is no undo on the command line.
   *[other] Discard { $n } changes? There is no undo on the command line.
}
cli-discard-doubt = { $n ->
    [one] The outcome of { $n } change is unknown: the server may have applied it.
   *[other] The outcome of { $n } changes is unknown: the server may have applied them.
}
cli-discard-found-again = { $n ->
    [one] { $n } change was recovered from a damaged file and may already have been sent.
   *[other] { $n } changes were recovered from a damaged file and may already have been sent.
}
cli-gone-already = { $id } was already deleted on the server. Nothing left to do.
cli-waiting-for-gone = { $n ->
    [one] { $n } change to this deal is pending. When sent, it will be in conflict, for you to decide.
   *[other] { $n } changes to this deal are pending. When sent, they will be in conflict, for you to decide.
}
cli-confirm-keys = [y/N]
cli-confirm-api-delete = Send DELETE { $path }?
cli-confirm-purge = Delete the profile { $profile } and all its data on this device?
cli-confirm-encrypt = Encrypt the data on this device, with a key that is saved like the secret?
cli-confirm-purge-data = Delete all data of the profile { $profile } on this device, with pending changes, notes and history?
cli-confirm-purge-leftovers = Delete the copies and the files moved aside of the profile { $profile }?
cli-created-at = Created
cli-date = Date
cli-default = Default
cli-deleted = Deleted
cli-doctor-absent = The server doesn’t offer this route.
cli-doctor-advice = To do
cli-doctor-as-read = Values read
cli-doctor-attention = warning
cli-doctor-check = Check
cli-doctor-clock = Clock
cli-doctor-clock-do = Set the clock of this device. Until then, signatures are adjusted.
cli-doctor-configuration = Configuration
cli-doctor-detail = Details
cli-doctor-failed = failed
cli-doctor-files = Local files
cli-doctor-encryption = Encryption
cli-doctor-encryption-off = the local data is not encrypted. To encrypt it: encours login --encrypt
cli-doctor-encryption-none = the local data is not encrypted, and this program was built without encryption
cli-doctor-files-do = encours doctor --repair moves the file aside, recovers what it can and loads the rest again.
cli-doctor-files-good = no damage found
cli-doctor-files-skipped = { $file } is large and was not checked
cli-doctor-files-skipped-do = encours doctor --deep checks it too.
cli-doctor-files-writes = { $n ->
    [one] { $n } pending change is damaged and can’t be sent
   *[other] { $n } pending changes are damaged and can’t be sent
}
cli-doctor-files-writes-do = See encours outbox list. Discard it with encours outbox discard, then enter it again.
cli-doctor-in-company = another Encours window or command has the files open. Close it first
cli-doctor-repaired-do = encours sync loads the data again from the server.
cli-doctor-good = OK
cli-doctor-key = Key and address
cli-doctor-keyring = System keyring
cli-doctor-keyring-do = Without one, encours login saves the secret in a file protected by a passphrase.
cli-doctor-keyring-silent-do = Unlock or restart it, then run encours doctor again. Meanwhile, set the secret in ENCOURS_SECRET.
cli-doctor-keyring-works = working
cli-doctor-damaged-do = Copy the file elsewhere if you want to keep it, then move or delete it.
cli-doctor-outbox = pending: { $waiting }, to decide: { $blocked }
cli-doctor-outbox-do = See encours outbox list.
cli-doctor-proxy = Proxy
cli-doctor-result = Result
cli-doctor-rights = Permission
cli-doctor-secret = Secret
cli-doctor-settings = Settings
cli-doctor-sign-in = Sign-in
cli-doctor-store = Local data
cli-created-again = “{ $name }” was deleted on the server and has been recreated. It has a new ID and none of the deleted deal’s notes.
cli-already-so = Already up to date (local data). Nothing sent or queued.
cli-already-so-there = Already up to date on the server. Nothing was sent.
cli-deletion-asked-before = This deal’s deletion was already requested, as change { $id }. No second one was added.
cli-deletion-asked-again = The deletion was already requested, as change { $id }
cli-taken-back = Pending change { $id } is undone by this one. Neither is sent.
cli-unread = Neither { $id } nor the full list was ever loaded on this device: sending this will show whether the deal exists
cli-unread-task = { $id } was never loaded on this device: sending this will show whether the task exists
cli-deletion-waits = This deal is about to be deleted: deletion { $id } is pending in the outbox. To cancel it: encours outbox discard { $id }.
cli-deletion-in-doubt = The outcome of this deal’s deletion { $id } is unknown: it may already be deleted. To find out: encours outbox retry { $id }.
cli-unsettled = The server applied this change, but its response couldn’t be saved on this device. Change { $id } stays in the outbox and is compared with the server before anything is sent again. Once there is free space: encours outbox retry { $id }.
cli-never-created = { $id } did not exist on the server yet. Nothing was sent.
cli-not-as-sent = The server returned a different value from the one sent: { $fields }. Its response is printed above.
cli-write-refused = This change was sent and rejected. Nothing was changed or saved
cli-write-undiscarded = This change was sent and rejected, and nothing was changed. It stays in the outbox because nothing more can be saved on this device: encours outbox discard { $id } discards it
cli-offline-waits = Pending changes on this device: { $n } (encours outbox list)
cli-write-parked = The rejected change stays in the outbox: encours outbox retry { $id } sends it again unchanged, encours outbox discard { $id } discards it
cli-write-stays = This change stays in the outbox: encours outbox retry { $id } sends it
cli-write-stands-refused = This change stays in the outbox, rejected earlier: encours outbox retry { $id } tries it again, encours outbox discard { $id } discards it
cli-write-stands-conflict = This change stays in the outbox, in conflict: encours outbox retry { $id } tries it again, encours outbox discard { $id } keeps the server’s version
cli-write-not-kept = This change was neither sent nor saved. Run the command again
cli-observed-since = Changes are known since { $date }. Conditions on earlier ones find nothing.
cli-query-code-unknown = No loaded deal has the code “{ $value }”, and it isn’t a known status or class.{ $n ->
    [0] {""}
   *[other] {" "}Similar: { $near }.
}
cli-query-field-unknown = No loaded deal has the field { $field }: check its name with `encours deals show ID`.
cli-query-owner-unknown = No loaded deal is owned by “{ $value }”.{ $n ->
    [0] {""}
   *[other] {" "}Similar: { $near }.
}
cli-status-unknown = No deal loaded on this device ever had the status { $status }, and with --offline the server can’t be asked. Known statuses: { $known }.
cli-doubt-list-moved = The list changed while it was loading. Load it again for the exact state.
cli-config-default = Default
cli-config-effect = Effect
cli-config-key = Key
cli-config-origin = Origin
cli-config-values = Values
cli-copy = Copy
cli-done-at = Done
cli-written-at = Written
cli-edited-at = Edited
cli-due = Due
cli-deal-4 = Deal 4
cli-deal-3 = Deal 3
cli-deal-2 = Deal 2
cli-deal-1 = Deal 1
cli-differs = Differs
cli-compared-field = Field
cli-local-removed = Removed: { $n }.
cli-text = Text
cli-settings = Settings
cli-settings-differ = { $n ->
    [one] 1 setting differs and was not changed. To overwrite it: --replace.
   *[other] { $n } settings differ and were not changed. To overwrite them: --replace.
}
cli-settings-taken = { $n ->
    [0] Nothing was missing. No settings changed.
    [one] 1 setting was updated.
   *[other] { $n } settings were updated.
}
cli-settings-unreadable = { $n ->
    [one] 1 setting can’t be read by this version and was skipped.
   *[other] { $n } settings can’t be read by this version and were skipped.
}
cli-settings-would = { $n ->
    [0] No settings would change.
    [one] 1 setting would be updated. Nothing was changed.
   *[other] { $n } settings would be updated. Nothing was changed.
}
cli-taken-added = added
cli-taken-differs = differs
cli-taken-joined = merged
cli-taken-replaced = replaced
cli-taken-same = identical
cli-taken-unreadable = unreadable
cli-empty = No results.
cli-environment = Environment
cli-error = Error:
cli-error-auth-do = Check the key and its secret, or save them again: encours login.
cli-error-auth-kept = Nothing changed on the server.
cli-error-auth-what = The server rejected the key.
cli-error-conflict-do = Load the record again, then decide.
cli-error-conflict-kept = Nothing was overwritten on the server.
cli-error-conflict-what = The server rejected the change: it conflicts with another one.
cli-error-delegated-capability-do = Ask the key’s administrator for this capability.
cli-error-delegated-capability-what = The key lacks the capability this route needs.
cli-error-delegated-forbidden-do = Ask the key’s administrator to check the permission, the user allowlist, the capability and the user’s approval.
cli-error-delegated-forbidden-what = The key or the delegated user isn’t allowed to do this.
cli-error-delegated-header-do = Set the user with --as-user, and check the header’s name in the profile: delegated_header.
cli-error-delegated-header-what = The server did not receive exactly one delegated user header.
cli-error-delegated-not-allowed-do = Ask the key’s administrator to add the user to its allowlist.
cli-error-delegated-not-allowed-what = The key can’t act as this user, who is not on its user allowlist.
cli-error-delegated-not-approved-do = Ask an administrator of the entity to approve the user.
cli-error-delegated-not-approved-what = The delegated user is not approved.
cli-error-delegated-own-rights-do = Act as a user who is allowed to do this.
cli-error-delegated-own-rights-what = The delegated user isn’t allowed to do this.
cli-error-delegated-unknown-user-do = Check the ID given with --as-user.
cli-error-delegated-unknown-user-what = The key’s entity has no such user.
cli-error-declined-what = Not confirmed.
cli-error-declined-kept = Nothing was done or queued.
cli-error-declined-do = To skip the question: --yes.
cli-error-forbidden-do = Ask the key’s administrator: permissions, routes and addresses can each be restricted.
cli-error-forbidden-kept = Nothing changed on the server.
cli-error-forbidden-what = The server doesn’t allow this key to do that.
cli-error-incomplete-what = The list is incomplete.
cli-error-incomplete-kept = The records received were printed.
cli-error-in-doubt-what = The server did not confirm the change, which may have been applied.
cli-error-in-doubt-kept = The change is saved in the outbox with its idempotency key.
cli-error-in-doubt-do = Retry it from the outbox: it can’t be applied twice. Don’t enter it again.
cli-error-incomplete-do = Run the command again. If the same records are missing, report it to support.
cli-error-sync-incomplete-do = Run encours sync again. If as many are missing each time, report it to support.
cli-error-sync-incomplete-kept = The deals received are saved on this device. For the others, the earlier data is unchanged.
cli-error-sync-incomplete-what = Not all deals were received.
cli-error-interrupted-do = Run the command again to continue.
cli-error-interrupted-kept = An unconfirmed change stays in the outbox: encours outbox list.
cli-error-interrupted-what = Interrupted.
cli-error-invalid-do = Correct the request, then try again.
cli-error-invalid-kept = Nothing changed on the server.
cli-error-invalid-what = The server rejected the request as invalid.
cli-error-keyring-do = Without a keyring, save the secret in a file protected by a passphrase (encours login --passphrase-file, with ENCOURS_PASSPHRASE where there is no prompt), or provide it in ENCOURS_SECRET or through the profile’s credential_command.
cli-error-keyring-kept = Nothing was saved.
cli-error-keyring-what = The secret can’t be saved on this device.
cli-error-key-taken-do = Use a different idempotency key for a new change.
cli-error-key-taken-kept = Nothing was sent.
cli-error-key-taken-what = The idempotency key belongs to another change.
cli-error-leaving-do = Wait for the server’s response: encours outbox list.
cli-error-leaving-kept = Nothing was discarded.
cli-error-leaving-what = The change is being sent right now.
cli-error-no-write-do = encours outbox list shows pending changes and their numbers.
cli-error-no-write-kept = Nothing was sent or discarded.
cli-error-no-write-what = The outbox has no such change.
cli-error-not-held-do = Check the ID. encours sync loads the server’s data.
cli-error-not-held-kept = No request was sent.
cli-error-not-held-what = Not found on this device.
cli-error-overtaken-do = Decide with one of the commands above.
cli-error-overtaken-kept = Nothing was overwritten, and the change is saved on this device.
cli-error-overtaken-sent-do = Decide with one of the commands above.
cli-error-overtaken-sent-kept = The newer values were not overwritten, and the change is saved on this device.
cli-error-overtaken-sent-what = The change was sent before and was not sent again: the record has changed on the server since it was made.
cli-error-overtaken-what = The change was not sent: the record has changed on the server since it was made.
cli-error-not-found-do = Check the ID or the path.
cli-error-not-found-kept = Nothing changed on the server.
cli-error-not-found-what = The server doesn’t know this resource.
cli-error-intercepted-do = It’s probably a network’s sign-in page. Open any page in a browser, sign in, then try again.
cli-error-intercepted-kept = Nothing from this response was saved.
cli-error-intercepted-what = A network sign-in page or proxy is blocking the server.
cli-error-intercepted-queued-do = It’s probably a network’s sign-in page. Open any page in a browser, sign in, then send the change: encours outbox retry.
cli-error-intercepted-queued-kept = The change is saved on this device with its idempotency key, so it can’t be applied twice.
cli-error-intercepted-queued-what = A network sign-in page or proxy is blocking the server. The change was not sent.
cli-error-failing-do = Try again. If the problem persists, give the request ID to support.
cli-error-failing-kept = Data loaded earlier is still available with --offline.
cli-error-failing-what = The server is reachable but failed to respond.
cli-error-lost-here-do = encours sync loads all deals again. Without --offline, the server is asked.
cli-error-lost-here-kept = No request was sent.
cli-error-lost-here-what = The data loaded on this device was lost with its history.
cli-error-no-such-deal-do = If the deal is newer than that list, run encours sync, then try again.
cli-error-no-such-deal-kept = Nothing was done or queued.
cli-error-no-such-deal-what = There is no such deal in the local data.
cli-error-not-here-do = Remove --offline to ask the server. encours sync updates the local copy.
cli-error-not-here-kept = No request was sent.
cli-error-not-here-what = This is not in the local copy.
cli-error-protocol-do = Try again. If the problem persists, give the request ID to support.
cli-error-protocol-kept = Nothing from this response was saved.
cli-error-protocol-what = The server’s response doesn’t follow the contract.
cli-error-queued-do = Send it later: encours outbox retry.
cli-error-queued-kept = The change is saved on this device with its idempotency key, so it can’t be applied twice.
cli-error-queued-what = The server has not confirmed the change yet.
cli-error-rate-limited-do = Wait, or allow more time with --timeout. encours doctor shows until when, and how to lift the pause.
cli-error-rate-limited-kept = Nothing changed on the server.
cli-error-rate-limited-what = The server asked Encours to wait.
cli-error-output-what = The result couldn’t be written.
cli-error-output-kept = The server did what the command asked. Saved changes are in encours outbox list.
cli-error-output-do = Free some space or redirect the output. Run the command again only if it just reads: a change was already made.
cli-error-refused-do = Sending it again won’t help. Give the request ID to support.
cli-error-refused-kept = Nothing changed on the server.
cli-error-refused-what = The server rejected the request.
cli-error-odd-do = Report the records named above to support.
cli-error-odd-kept = Everything received was printed.
cli-error-odd-what = Some records don’t follow the contract.
cli-error-partial-do = Run the command again for the full list.
cli-error-partial-kept = The records received were printed. The list is incomplete.
cli-error-partial-what = The list couldn’t be loaded to the end.
cli-error-request = Request ID: { $id }
cli-error-retry-after = Retry in { $s } s
cli-error-scope = Missing permission: { $scope }
cli-error-secret-do = Provide it in ENCOURS_SECRET or through the profile’s credential_command, or save it in the keyring or in a passphrase file: encours login.
cli-error-secret-kept = No request was sent.
cli-error-secret-what = No usable secret was found for this key.
cli-error-held-up-do = Check what is blocking it (a file system, a pipe, another program using the profile, a credential command), or allow more time with --timeout.
cli-error-held-up-kept = No change was sent or saved.
cli-error-held-up-what = Something on this device did not respond within the --timeout.
cli-error-timeout-what = The server did not respond in time.
cli-error-timeout-do = Try again, or allow more time with --timeout.
cli-error-insecure-what = No request was sent: the connection to the server is not secure.
cli-error-insecure-do = Have the problem fixed, then try again.
cli-error-broken-off-what = The connection ended before the whole response arrived.
cli-error-broken-off-do = Try again. If it happens every time, report it to support.
cli-error-local-closed-do = Make the folder writable, or choose another one with --data-dir (or ENCOURS_DATA_DIR).
cli-error-local-damaged-do = Run the command again: the file is moved aside, and its contents are recovered or loaded again. If another Encours window or command has it open, close that first.
cli-error-local-damaged-kept = No saved data was deleted.
cli-error-local-damaged-what = A data file on this device is damaged.
cli-error-local-damaged-partly-do = Run the command again: the file is moved aside, and its contents are recovered or loaded again. If another Encours window or command has it open, close that first.
cli-error-local-damaged-partly-kept = The records read so far were printed. The list is incomplete. No saved data was deleted.
cli-error-local-damaged-partly-what = A data file on this device is damaged.
cli-error-local-full-do = Free some space on that disk, then try again.
cli-error-local-kept = Data saved earlier is intact and readable. Nothing new was saved.
cli-error-local-limited-do = Raise the limit (ulimit -f), then try again.
cli-error-local-newer-do = Use that version, or another data folder: --data-dir or ENCOURS_DATA_DIR.
cli-error-local-newer-kept = Its pending changes stay there and are sent by that version.
cli-error-local-newer-what = The data on this device was written by a newer version of Encours.
cli-error-local-other-do = See encours doctor.
cli-error-local-other-kept = No saved data was deleted.
cli-error-local-other-what = The data files on this device can’t be used.
cli-error-local-queued-do = Once data can be saved again, send it: encours outbox retry. Don’t enter it again.
cli-error-local-queued-kept = The change is saved on this device with its idempotency key, so it can’t be applied twice.
cli-error-local-queued-what = Saving on this device failed before the server confirmed the change.
cli-error-local-unread-do = Run the command again. If it fails again, check the disk and copy the data folder to another one.
cli-error-local-unread-kept = Nothing was changed or moved aside.
cli-error-local-unread-what = The data on this device couldn’t be read from the disk.
cli-error-local-what = Nothing can be saved on this device right now.
cli-error-undelivered-do = Send it again once the server responds.
cli-error-undelivered-kept = It is not saved on this device: encours api saves nothing.
cli-error-undelivered-what = The server did not respond to the change.
cli-error-to-be-deleted-do = Decide with the command above, then change the deal.
cli-error-to-be-deleted-kept = Nothing was changed or queued. The deletion is unchanged.
cli-error-to-be-deleted-what = This deal is pending deletion and can’t be changed.
cli-error-unexpected-do = Try again. If the problem persists, give the request ID to support.
cli-error-unexpected-kept = No local data was lost.
cli-error-unexpected-what = The request failed.
cli-error-unreachable-do = Check the network and the server’s address, then try again.
cli-error-unreachable-kept = Data loaded earlier is still available with --offline.
cli-error-unreachable-what = The server can’t be reached.
cli-error-usage-do = See encours --help.
cli-error-usage-kept = Nothing was sent.
cli-error-usage-what = The command or the configuration is not valid.
cli-error-view-limits-do = Correct the values named above, then try again.
cli-error-view-limits-kept = Nothing was sent.
cli-error-view-limits-what = The server doesn’t accept this view.
cli-error-write = change { $id }
cli-expires-at = Expires
cli-expires-in = Lifetime (s)
cli-family = List
cli-field-alert = Alert
cli-deals = Deals
cli-sum-share = Share of the sum
cli-outside = Out of range
cli-field-columns = Columns
cli-field-crd-source = Principal source
cli-field-enabled = On
cli-field-filters = Filters
cli-field-importance = Importance
cli-field-investment-type = Investment type
cli-field-key = Field key
cli-field-kpi = Financial snapshot
cli-field-label-fr = French label
cli-field-severity = Min. severity
cli-field-shared = Shared
cli-field-sort = Sort
cli-field-source = Source
cli-field-value-type = Value type
cli-granted = Granted
cli-idempotency-key = Idempotency key
cli-issued-at = Issued
cli-after = After
cli-before = Before
cli-by = By
cli-bytes = Bytes
cli-certainty = Certainty
cli-confirm-replace = { $file } already exists. Replace it?
cli-confirm-watch = Watch these?
cli-watch-all = IDs found ({ $n }): { $ids }
cli-watch-some = IDs found ({ $n }): { $ids }. Words ignored ({ $left }): { $words }
cli-decided-at = Completed
cli-duration = Duration (ms)
fault-dns = name not found
fault-connect = no connection
fault-tls = not secure
fault-timeout = no response in time
fault-reset = cut off before the response
fault-cut = cut off during the response
cli-fault = Fault
cli-field = Field
cli-export-cut = { $n ->
    [one] A text is
   *[other] { $n } texts are
} longer than the 32,767 characters a workbook cell can hold, and cut there: { $deals }. A .csv or .json file has the full text.
cli-file = File
cli-as-of = As of { $date }, known since { $since }.
cli-history-nothing = No changes observed on this device.
cli-history-nothing-since = No changes observed on this device since { $date }.
cli-http-status = HTTP
cli-kept-at = Local data, loaded on { $date }.
cli-not-before = Not before
cli-observed-at = Observed
cli-operation = Operation
cli-outcome = Outcome
cli-outcome-unknown = Outcome unknown
cli-records = Records
cli-request-id = Request ID
cli-request-of = request { $id }
cli-sync-first = First sync on this device. Changes are reported from now on.
cli-sync-nothing = Nothing has changed since the last sync.
cli-sync-nothing-of-these = Nothing has changed among the deals received.
cli-sync-not-read = { $route } was not loaded: this server doesn’t have it, or the key may not use it.
cli-sync-other-entity = This key now acts for the entity { $now }. The data on this device belonged to { $before }. Changes made for { $before } stay locked until the key is back there.
cli-sync-read = { $total ->
    [one] { $read } of { $total } deal loaded.
   *[other] { $read } of { $total } deals loaded.
}
cli-standing-conflict = { $n ->
    [one] { $n } change of yours conflicts with a change made elsewhere
   *[other] { $n } changes of yours conflict with changes made elsewhere
}: encours outbox list shows both sides, encours outbox retry ID sends yours, encours outbox discard ID keeps the other one.
cli-standing-refused = { $n ->
    [one] { $n } change of yours was rejected and is not included in what is shown
   *[other] { $n } changes of yours were rejected and are not included in what is shown
}: encours outbox list says why, encours outbox discard ID discards it.
cli-sync-waiting = { $n ->
    [one] { $n } change is pending and is not sent by this command: encours outbox retry
   *[other] { $n } changes are pending and are not sent by this command: encours outbox retry
}
cli-waits-again = next try after { $at }
cli-waits-not-applied = not applied
cli-waits-once = can’t be applied twice
cli-when = When
cli-kept-lost = The history on this device was lost, and with it the list loaded on { $read }. This is what remains: { $n } loaded one by one, the oldest on { $date }. encours sync loads all of them again.
cli-kept-none = Nothing loaded on this device yet.
cli-kept-part = Local data: { $n } loaded so far, the oldest on { $date }. The server may have more.
cli-kept-in-doubt = Includes { $n ->
    [one] { $n } change of yours that was sent
   *[other] { $n } changes of yours that were sent
} and may already be applied: encours outbox retry finds out.
cli-kept-waiting = Includes { $n ->
    [one] { $n } pending change
   *[other] { $n } pending changes
} of yours, not applied yet: see encours outbox list.
cli-kept-whole = Local data: the full list, loaded on { $date }.
cli-key-id = Key
cli-login-done = Key { $key } is saved as profile { $profile }. Its secret is in: { $place }
cli-encrypted = The local data is encrypted. Its key is in: { $place }
cli-decrypted = The local data is not encrypted any more.
cli-login-no-keyring = No system keyring works on this device: the secret goes into a file protected by a passphrase.
cli-logout-done = The secret of profile { $profile } was removed from this device.
cli-logout-none = There was no secret for profile { $profile } on this device.
cli-method = Method
cli-mode = Mode
cli-in-doubt = encours outbox retry { $id } sends it again with the same idempotency key
cli-note = Note
cli-note-ended-early = The list ended although the server reports more: { $received } records received.
cli-note-fewer = The list ended with { $received } different records of the { $total } the server reports.
cli-note-not-paged = The server sent the same records again instead of the next page: { $received } received, and there may be more.
cli-note-incomplete = The list is incomplete: { $received } records received of the { $total } the server reports.
cli-notice = Note:
cli-number = Number
cli-origin = From
cli-only-read = Local data is read-only for now: { $why }
cli-outbox-behind = { $n ->
    [one] Another change
   *[other] { $n } more changes
} to the same record { $n ->
    [one] is
   *[other] are
} pending: encours outbox retry { $ids }
cli-outbox-held = Change { $id } can be undone until { $until } where it was made, and is sent then. To send it now: encours outbox retry { $id }.
cli-outbox-stopped = { $n ->
    [one] The server can’t be asked right now: { $n } other change stays in the outbox, not tried.
   *[other] The server can’t be asked right now: { $n } other changes stay in the outbox, not tried.
}
cli-outbox-conflicts = A change in conflict needs your decision: encours outbox retry ID sends yours over the server’s version (a deal deleted there is recreated), encours outbox discard ID keeps the server’s.
cli-outbox-fields = In the full screen, on { $screen } ({ $number }), “{ $action }” ({ $key }) combines fields of both.
cli-outbox-nothing = No pending changes.
cli-partial = { $shown } of { $total }. For the full list: --all.
cli-path = Path
cli-profile = Profile
cli-purged = The profile { $profile } and its local data were deleted.
cli-purged-data = The local data of the profile { $profile } was deleted.
cli-purged-plain = The key of the deleted data was lost, so new data will not be encrypted. To encrypt it: encours login --encrypt
cli-purged-leftovers = The copies and the files moved aside of the profile { $profile } were deleted.
cli-reason = Reason
cli-record = Record
cli-scope = Permission
cli-secret = Secret
cli-state = State
cli-state-answered = not accepted yet, response { $status }
cli-state-answered-doubtful = response { $status }, may be applied
cli-state-held = unsent
cli-state-too-many = not accepted yet, too many requests
cli-task-status-unknown = No task has the status “{ $value }”
cli-title = Title
cli-token-type = Token type
cli-type-base-url = Address of the server (ends with /v1):
cli-type-key-id = Public ID of the key:
cli-type-new-passphrase = New passphrase for the secret (typing is hidden):
cli-type-passphrase = Passphrase of the secret (typing is hidden):
cli-type-passphrase-again = Same passphrase again:
cli-type-secret = Secret (typing is hidden):
cli-api-elements = { $n ->
    [one] { $n } list item is not a record with an ID and is printed as received
   *[other] { $n } list items are not records with an ID and are printed as received
}
cli-unread-elements = { $n ->
    [one] { $n } list item can’t be read and is missing here
   *[other] { $n } list items can’t be read and are missing here
}
cli-odd-elements = { $n ->
    [one] { $n } record in the list doesn’t follow the contract
   *[other] { $n } records in the list don’t follow the contract
}
cli-view-undocumented = The contract documents only a view’s name and default. The server may or may not accept filters, columns and sort.

# Errors in the command line and the configuration.

cli-line-conflict = `{ $arg }` can’t be used with { $other }.
cli-line-expected-assignment = expected NAME=VALUE
cli-line-expected-choice = expected one of { $choices }
cli-line-expected-date = expected a date (2026-11-20) or a date-time (2026-11-20T08:00:00Z)
cli-line-expected-direction = expected FIELD, FIELD:asc or FIELD:desc
cli-line-expected-duration = expected a duration: 90s, 10m or 1h30m
cli-line-expected-code-column = expected status, class or owner
cli-line-expected-column = expected a column, such as status, owner, age or ltv
cli-line-expected-field = expected the name of a field
cli-line-expected-header = expected NAME:VALUE
cli-line-expected-id-ascii = only visible ASCII characters without spaces are allowed
cli-line-expected-id-blank = it begins or ends with a space
cli-line-expected-id-control = it contains a control character
cli-line-expected-id-dots = `.` and `..` are not valid IDs
cli-line-expected-id-empty = it is empty
cli-line-expected-id-short = it is too long
cli-line-expected-method = expected GET, POST, PUT, PATCH or DELETE
cli-line-expected-moment = expected a date-time (2026-11-20T08:00:00Z)
cli-line-expected-figure = expected a number and a statistic, such as crd_total or ltv:median
cli-line-expected-groups = expected up to three of status, class and owner
cli-line-expected-number = expected a whole number, 0 or more
cli-line-expected-other = expected another value
cli-line-expected-port = expected a port from 0 to 65535
cli-line-expected-query = expected a query (class:offices ltv>65%, -parc)
cli-line-expected-seconds = expected a number of seconds from 0 to 86400
cli-line-missing = Missing: { $arg }.
cli-line-more = More: { $command } --help
cli-line-near = Did you mean { $near }?
cli-line-no-command = A command is missing: --help lists them.
cli-line-no-value = `{ $arg }` needs a value.
cli-line-not-text = An argument is not UTF-8 text.
cli-line-too-many = `{ $value }` is one value too many for `{ $arg }`.
cli-line-twice = `{ $arg }` is given more than once.
cli-line-unknown-argument = `{ $arg }` is not an option or argument of this command.
cli-line-unknown-command = There is no command `{ $name }`.
cli-line-unreadable = The command line can’t be read.
cli-line-usage = Usage: { $usage }
cli-line-value = `{ $value }` is not valid for `{ $arg }`: { $expected }.
usage-base-url-credentials = the server address is not valid: it must not contain a user name or password
usage-base-url-host = the server address is not valid: check its host name
usage-base-url-plain-http = the server address is not valid: http is allowed for loopback hosts only. Use https
usage-base-url-path = the server address is not valid: its path must be plain segments without query or fragment
usage-base-url-port = the server address is not valid: check its port
usage-base-url-scheme = the server address is not valid: it must begin with https://
usage-proxy = the proxy in { $from } is not valid: expected http://HOST:PORT, with USER:PASSWORD@ before the host if it needs that
usage-base-url-version = the server address is not valid: it must end with /v1
usage-command-lost = the credential command couldn’t be run: { $why }
usage-command-printed = the credential command printed neither a token response (a JSON object) nor a secret (one line of text)
usage-command-signal = the credential command was stopped by a signal: { $why }
usage-command-signal-mute = the credential command was stopped by a signal, without output
usage-command-silent = the credential command did not finish in time
usage-command-status = the credential command exited with { $code }: { $why }
usage-command-status-mute = the credential command exited with { $code }, without output
usage-command-token = the credential command did not print a token response: { $why }
cli-rules-good = { $n ->
    [0] No rules.
    [one] The rule is valid.
   *[other] { $n } rules, all valid.
}
cli-doctor-rules = Rules
usage-watch-name = no rule or subscription is named { $name }. Available: { $known }
usage-schema = no schema is named { $name }. Available: { $known }
config-rule-off = rule “{ $name }” is off: { $why } ({ $place }). Correct it and start again
config-rule-choice = `{ $key }` must be one of { $choices }
config-rule-order = a rule takes no sort and no limit: remove them
config-rule-unknown = unknown setting `{ $key }` (known: { $known })
config-rule-when = `when` needs a filter, such as when = "status:ic"
config-misbound = { $place }: { $why }
usage-config-toml = { $file }:{ $line }:{ $column }: not valid TOML: “{ $why }”
usage-keyring-loses = the system keyring did not save the secret
usage-passphrase-delete = the passphrase file { $file } couldn’t be deleted: { $why }
usage-passphrase-empty = the passphrase is empty
usage-passphrase-late = no passphrase was entered in time
usage-passphrase-missing = the secret is in a passphrase file, and Encours can’t prompt for the passphrase here: set it in { $variable }
usage-passphrase-none = the passphrase file of this key doesn’t exist
usage-passphrase-read = the passphrase file { $file } can’t be read: { $why }
usage-passphrase-unreadable = this version can’t read the passphrase file
usage-passphrase-write = the passphrase file { $file } couldn’t be written: { $why }
usage-passphrase-wrong = incorrect passphrase, or the passphrase file was modified
usage-body-json = the body is not JSON: { $why }
usage-certificate = the certificate { $file } couldn’t be read: { $why }
usage-certificates-missing = { $variable } names { $path }, where no certificates can be read
usage-config-demo = the demo doesn’t use config.toml. Name a folder with --config-dir to change the settings there
usage-config-choice = { $file }:{ $line }: { $name } can’t be { $value }. Allowed: { $known }
usage-config-keys = { $file }:{ $line }:{ $column }: expected a list of keys in brackets, not { $value }
usage-config-boolean = { $file }:{ $line }:{ $column }: expected true or false, not { $value }
usage-config-list = { $file }:{ $line }:{ $column }: expected a list in brackets, not { $value }
usage-config-count = { $file }:{ $line }:{ $column }: expected a whole number from 0 to { $most }, not { $value }
usage-config-number = { $file }:{ $line }:{ $column }: expected a whole number, not { $value }
usage-config-limit = { $file }:{ $line }:{ $column }: expected a threshold in the server’s unit, or a quoted percentage ("60%") for a ratio, not { $value }
usage-config-limit-pair = { $file }:{ $line }:{ $column }: expected two thresholds in brackets, the last OK value and then the last watch value, not { $value }
usage-config-limit-order = { $file }:{ $line }:{ $column }: the OK threshold must come before the watch threshold for this metric: { $value } is reversed
usage-config-status = { $file }:{ $line }:{ $column }: expected a status code as the server sends it ({ $known }, …), each one once, not { $value }
usage-config-probability = { $file }:{ $line }:{ $column }: expected a probability in percent, from 0 to 100, not { $value }
usage-config-value = { $file }:{ $line }:{ $column }: this value is not valid: “{ $why }”
usage-config-text = { $file }:{ $line }:{ $column }: expected text in quotes, not { $value }
usage-config-unknown = { $file }:{ $line }:{ $column }: { $name } is not a setting. Available: { $known }
usage-columns-field = --columns: deals have no field `{ $field }`
usage-pivot-columns = the rows and the columns of a pivot must differ; both are `{ $field }`
usage-group-columns = --columns: with --group-by, `{ $field }` is not a number of deals
usage-config-link = { $file } is a link to { $to }, which doesn’t exist. Restore that file or remove the link
usage-config-read = { $file } couldn’t be read: { $why }
usage-config-syntax = { $file }: { $why }
usage-config-write = { $file } couldn’t be written: { $why }. It is unchanged
usage-confirm = { $question } Encours can’t ask for confirmation here: add --yes
usage-demo-deals = --demo-deals only works with the demo: add --demo (or set ENCOURS_DEMO=1)
usage-dumb-terminal = this terminal can’t show the full screen (TERM=dumb). Use a command (encours --help)
usage-export-portfolio = --query, --view and --columns select deals, but a portfolio is always exported whole
usage-export-ending = --to: the file name must end with .csv, .json or .xlsx
usage-field-twice = `{ $field }` is given more than once: give it one value
usage-id-or-key = expected an ID or --key
usage-held-up = the command was blocked for { $s } s
usage-import = --import: { $file }: { $why }
usage-home = { $path } can’t be used: only ~/ is expanded, to your own home folder. Write the path in full
usage-json = --{ $option }: { $why }
usage-key-used = this idempotency key belongs to another change, already applied. Nothing was sent: use a new key for a new change
usage-key-taken = this idempotency key belongs to another change, pending in the outbox as { $id }. Nothing was sent
usage-keyring-entry = the keyring entry can’t be used
usage-keyring-failed = the system keyring failed
usage-keyring-locked = the system keyring is locked or refuses access
usage-keyring-nothing = the system keyring has no secret for this key
usage-keyring-silent = the system keyring did not respond. It may be waiting to be unlocked
usage-deletion-in-doubt = the outcome of its deletion { $id } is unknown: encours outbox retry { $id } finds out, encours outbox discard { $id } discards it
usage-deletion-waits = its deletion { $id } is pending in the outbox: encours outbox discard { $id } cancels it
usage-known-deleted = { $what } was deleted (known since { $date })
usage-kpi-in-data = `{ $key }` belongs in `kpi_snapshot`, not in `data`
usage-name-and-search = `name` (exact) and `search` (partial) can’t be combined: give one of them
usage-never-created = the deal to change was never created: the change can only be discarded
usage-no-answer = the response couldn’t be read: { $why }
usage-no-base-url = no server is configured. Give --base-url (or ENCOURS_BASE_URL), save a key with `encours login`, or explore with --demo
usage-no-limits = { $option }: no thresholds for { $field }. Add them under [limits] in config.toml, or compare it with a number
usage-no-home = this account has no home folder. Set the folders with --config-dir and --data-dir
usage-no-key-id = no key is configured. Give --key-id (or ENCOURS_KEY_ID), or save a key with `encours login`
usage-no-keyring = there is no system keyring on this device
usage-no-list = the server offers no list of { $family }
usage-no-list-of-user = the server offers no list of { $family }, or doesn’t know the delegated user
usage-no-profile = there is no profile `{ $name }` in { $file }. Available: { $known }
usage-no-profile-yet = there is no profile `{ $name }` in { $file }, which has none yet
usage-no-secret = the secret couldn’t be read: { $why }
usage-no-terminal = the full screen needs a terminal. Use a command (encours --help)
usage-no-user = this route needs a delegated user: add --as-user ID (or set ENCOURS_AS_USER)
usage-task-condition = “{ $condition }” is not a condition for tasks. Use words, `status:CODE` and `priority:WORD`
usage-me-unset = { $option }: “me” is not set: type “i am First Last” in the palette of the full screen, or add me = ["First Last"] under [settings] in config.toml
usage-no-view = --view: there is no saved view `{ $name }` (available: { $known })
usage-no-view-yet = --view: there is no saved view `{ $name }`: none is saved yet
usage-not-watched = { $id } is not watched
usage-name-blank = --name is blank: a deal needs a visible name
usage-journal-unknown = no change to { $id } is recorded on this device
usage-no-write = there is no change { $id } in the outbox
usage-write-damaged = change { $id } is damaged and was not sent. encours outbox list shows it, encours outbox discard { $id } discards it
usage-write-newer = change { $id } was made by a newer version, which will send it. It was not sent now
usage-writes-damaged = damaged changes, not sent: { $n } ({ $ids }). encours outbox list shows them, encours outbox discard { $ids } discards them
usage-temporary-id = `{ $id }` is a local ID of a deal that the server has not created yet. Nothing was sent. The creation is pending in the outbox (encours outbox list)
usage-list-lost = `{ $command }`: the list loaded { $date } was lost with the history on this device. encours sync loads it again
usage-list-lost-own = `{ $command }`: the list loaded { $date } was lost with the history on this device. encours sync loads it again. Your pending changes: { $n } (encours outbox list)
usage-lost-here = { $what } is not in the local copy, or no longer: the list loaded { $date } was lost with the history. encours sync loads it again
usage-never-read = `{ $command }`: nothing loaded on this device yet
usage-never-read-own = `{ $command }`: nothing loaded on this device yet. Your pending changes: { $n } (encours outbox list)
usage-not-here = { $what } is not in the local copy
usage-no-such-deal = { $what } is not in the list of deals loaded { $date }, which was complete
usage-not-in-demo = `{ $command }` needs a real key. --demo uses its own
usage-header-user = { $header } can’t be set as a header: use --as-user { $id }
usage-history-unknown = no history of a deal { $id } on this device
usage-history-reversed = --since { $since } is after --until { $until }. Exchange them
usage-offline = `{ $command }` needs the server: it can’t be used with --offline
usage-offline-write = --offline: nothing was sent
usage-other-service = the address is not under { $base }. The key is for that server only
usage-page-and-offset = `page` and `offset` can’t be combined: use one of them
usage-page-size = with --paginate, `limit` is the page size: it must be at least 1
usage-paginate-get = --paginate only works with GET
usage-parameter-twice = `{ $name }` is given more than once
usage-parts = --{ $option }: expected an object or an array
usage-passphrase-no-prompt = Encours can’t prompt for a passphrase here: set it in { $variable }
usage-passphrases-differ = the two passphrases don’t match. Nothing was saved
usage-profile-name = `{ $name }` is not a valid profile name: use letters, digits, `-`, `_` and `.`, at most 64, not starting with `.`
usage-query-text = the query in the path is not UTF-8
usage-secret-empty = the secret is empty
usage-secret-file-empty = the secret file { $file } is empty
usage-secret-file-lines = the secret file { $file } has more than one line, or control characters. A secret is one line of text
usage-secret-lines = the secret has more than one line, or control characters. A secret is one line of text
usage-secret-no-prompt = Encours can’t prompt for the secret here: use --secret-stdin or ENCOURS_SECRET
usage-secret-variable = ENCOURS_SECRET can’t be used: it is not text, or contains only line breaks. Set it again or unset it
usage-set = --set { $field }=…: { $why }. Text needs quotes: --set {"\u0027"}{ $field }="text"{"\u0027"}
usage-sign-in-route = the client signs in automatically, with its own nonce and signature. See `encours token`
usage-sort-field = --sort: records have no field `{ $field }`
usage-standard-input = { $what } couldn’t be read from standard input: { $why }
usage-no-copy = copy { $copy } not found. Available: { $known }
usage-as-of-deal = this device did not know the deal { $id } at that time
usage-as-of-early = nothing was known on { $date } yet. This device has observed the pipeline since { $since }
usage-as-of-future = { $date } is in the future. Give a past date
usage-as-of-nothing = this device has observed nothing yet. Run “encours sync”
usage-find-empty = Type at least one word of the name.
usage-flow-late = nothing was observed since { $date }: the last observation is of { $until }. Run “encours sync”, or give an earlier date
usage-followup-date = not a date: “{ $date }”. Use 2026-12-12, 12/12, tomorrow, monday or +3d
usage-followup-long = the text has more than 500 characters. Shorten it, or use “encours notes add”
usage-followup-none = { $id } has no follow-up
usage-label-none = none of these deals has the label “{ $label }”
usage-label = not a label: “{ $label }”. It has 1 to { $max } characters and no comma
usage-local-unknown = no loaded deal has the ID { $id }. “encours sync” loads new deals
usage-note-empty = the note is empty. “encours notes remove” removes one
usage-note-none = { $id } has no private note
usage-note-time = { $id } has no private note written at this time. “encours notes list” shows the times
usage-settings = the settings in { $file } can’t be used: { $why }
usage-unreadable = { $file } can’t be read: { $why }
usage-unwritable = { $file } can’t be written ({ $why }). Nothing was changed
usage-unwritable-denied = { $file } can’t be written: permission denied. Nothing was changed
usage-unwritable-full = { $file } can’t be written: the disk is full. Nothing was changed
usage-unwritable-is-a-folder = { $file } can’t be written: it is a folder. Nothing was changed
usage-unwritable-limit = { $file } can’t be written: the file is too large for the limit (ulimit -f). Nothing was changed
usage-unwritable-name = { $file } can’t be written: the name is not allowed there. Nothing was changed
usage-unwritable-no-folder = { $file } can’t be written: its folder doesn’t exist. Nothing was changed
usage-unwritable-not-a-folder = { $file } can’t be written: part of its path is not a folder. Nothing was changed
usage-unwritable-read-only = { $file } can’t be written: the location is read-only. Nothing was changed
usage-value = { $name } can’t be `{ $value }`: { $expected }
usage-variable = { $name } is not valid: expected one of { $expected }
usage-view-bound = an update can’t change `{ $field }`, which belongs to the stored view
usage-view-bytes = { $n } bytes of state (at most { $most } allowed)
usage-view-columns = { $n } columns (at most { $most } allowed)
usage-view-filter = `{ $key }` is not a filter of an operations view. Available: { $known }
usage-view-filters = { $n } filter keys (at most { $most } allowed)
usage-view-name = the name is empty
usage-view-order = `sort_order` must be asc or desc, not { $order }
usage-view-sorts = { $n } sort keys (at most { $most } allowed)
usage-view-filters-shape = `filters` must be an object without duplicate keys
usage-view-columns-shape = `columns` must be an array of names
usage-view-sort-shape = `sort` must be an object with `sort_by` and `sort_order`, or an array of such objects
usage-whole-number = `{ $name }` must be a whole number
usage-no-text = { $file } is not a text file: save a workbook as CSV, a page as text
usage-workbook = a workbook can’t contain this ({ $why }). Nothing was written: try .csv
usage-write-behind = an earlier change to the same record is not confirmed yet: this one is sent after it
usage-write-conflict = the record has changed on the server since this change was made. The change is saved in the outbox: encours outbox list shows both sides, encours outbox retry { $id } sends it anyway, encours outbox discard { $id } keeps the server’s version
usage-write-given-up = this change was discarded in another Encours window and was not applied
usage-write-gone = the deal was deleted on the server. The change is saved in the outbox: encours outbox retry { $id } recreates the deal with it, under a new ID and without its notes, encours outbox discard { $id } discards it
usage-write-elsewhere = another Encours window is sending the change
usage-write-held = it is saved behind change { $id } to the same record, which can be undone until { $until } where it was made. encours outbox retry { $id } sends that one now
usage-write-held-over = it is saved behind change { $id } to the same record, still unsent when the last session ended: it can be undone again in the next one. encours outbox retry { $id } sends that one now
usage-write-identity = it was made as { $who }, and is sent when you switch back
usage-write-leaving = change { $id } is being sent now
usage-write-turn = another Encours window is sending changes, and will send this one too
usage-write-uncreated = its deal has not been created yet
usage-write-unsent = the change was not sent yet. It is saved and pending
usage-write-untold = another Encours window finished this change without reporting the outcome: load the record to see whether it was applied
cli-man-choices = [one of: { $values }]
cli-man-commands = COMMANDS
cli-man-default = [default: { $value }]
cli-man-described = Also { $options }, described above.
cli-man-description = DESCRIPTION
cli-man-globals = GLOBAL OPTIONS
cli-man-keys = ACTIONS AND KEYS
cli-man-interrupt = Ctrl+C closes an open form, and quits the full screen from anywhere else. It works whatever keys “quit” has in config.toml, unless you give it to another action by name.
cli-man-more = EXIT STATUS
cli-man-name = NAME
cli-man-synopsis = SYNOPSIS
cli-man-settings = CONFIG.TOML
cli-man-settings-where = Settings and key bindings are in config.toml, in the configuration folder (--config-dir, ENCOURS_CONFIG_DIR). “encours doctor” shows where. An unknown name is an error, reported with its line.
setting-add = Enter adds one
setting-detail = Values: { $form }. Default: { $default }.
setting-explained = { $key }: { $effect }
setting-empty = An empty value restores the default.
setting-later = A change applies at the next start.
setting-name-accent = Accent colour
setting-name-as-user = Delegated user
setting-name-ascii = ASCII only
setting-name-base-url = Server address
setting-name-credential-command = Command for the secret
setting-name-currency = Currency
setting-name-default-profile = Default profile
setting-name-delegated-header = Header for the delegated user
setting-name-extra-roots = Certificate authorities
setting-name-history-days = Days of history
setting-name-key-id = Key ID
setting-name-keys = Key bindings
setting-name-lang = Language
setting-name-linear = Screen reader mode
setting-name-me = Your names
setting-name-mouse = Mouse
setting-name-notify = Desktop notifications
setting-name-plain-spaces = Plain spaces
setting-name-proxy = Proxy
setting-name-reason = Reason
setting-name-reason-required = Reason required
setting-name-ltv = LTV
setting-name-ltc = LTC
setting-name-debt-yield = Debt yield
setting-name-dscr = DSCR
setting-name-icr = ICR
setting-name-include = Included files
setting-name-pct-perte-estimee = Estimated loss
setting-name-risk-score-simple = Risk score
setting-name-tolerance = Tolerances of checks
setting-name-order = Order of statuses
setting-name-probability = Probabilities of closing
setting-name-working-days = Working days
setting-name-reduced-motion = Reduced motion
setting-name-repeat = Repetition
setting-name-severity = Severity
setting-name-when = Condition
setting-name-requires = Required fields
setting-name-theme = Theme
setting-name-lock-after = Lock when idle
setting-table-settings = General
setting-table-profiles = Profile { $name }
setting-table-pipeline = Pipeline
setting-table-entry = Entry into { $name }
setting-table-limits = Thresholds
setting-table-rules = Rule { $name }
setting-origin-default = default
setting-origin-shared = shared file
setting-accent = accent colour of the window: a name or #rrggbb. Lightness is adjusted for contrast. Ignored in high contrast
setting-as-user = delegated user for /users/me/… (ENCOURS_AS_USER)
setting-ascii = draw borders and symbols in ASCII in the terminal, whatever its locale (ENCOURS_ASCII=1 for one run)
setting-base-url = server address, ending with /v1 (ENCOURS_BASE_URL)
setting-credential-command = command that prints a token response in JSON, or the secret on one line
setting-currency = currency of the entity, which the server doesn’t give. Without it, amounts show no currency
setting-default-profile = profile to use without --profile
setting-default-header = that of the contract
setting-default-lang = that of the locale
setting-default-profile-name = “default”, if there is one
setting-delegated-header = header for the delegated user, if not the contract’s
setting-extra-roots = PEM files of additional certificate authorities, relative to the folder of config.toml
setting-history-days = days of history to store. 0: no limit
setting-key-id = public key ID (ENCOURS_KEY_ID)
setting-keys = key bindings of each action, everywhere or, under a screen’s name, on that screen only
setting-lang = language of labels, numbers and dates (ENCOURS_LANG)
setting-linear = lines for a screen reader instead of panes, in the terminal (ENCOURS_LINEAR=1 for one run)
setting-me = your names, as used by owner:me
setting-mouse = use the mouse in the full screen
setting-lock-after = hide the content after this time without input, until the passphrase or the keyring opens it
setting-notify = show new notifications on the desktop while the window is in the background
setting-plain-spaces = use plain spaces where French has narrow ones, for terminals that draw these badly
setting-proxy = proxy to use instead of the system’s. Never used for loopback
setting-reason = ask why deals enter this status: true asks for free text, a list offers its reasons. Saved on this device, never sent
setting-reason-required = require a reason before the deal moves
setting-ltv = your thresholds for the loan-to-value: the last OK value, then the last watch value. In the server’s unit, or a percentage in quotes
setting-ltc = the same for the loan-to-cost
setting-debt-yield = the same for the debt yield, where lower is worse: the higher threshold first
setting-dscr = the same for the debt service coverage, the higher threshold first
setting-icr = the same for the interest coverage, the higher threshold first
setting-include = files to read before this one, relative to it
setting-pct-perte-estimee = the same for the estimated loss
setting-risk-score-simple = the same for the risk score, which has no default: [50, 70] if a high score is worse, [70, 50] if a low one is
setting-tolerance = allowed difference between a metric and the value calculated from the deal’s other metrics. Larger differences are flagged
setting-order = statuses whose columns come first, by code and in this order. The others follow in the usual order
setting-probability = your own probabilities of closing, in percent and by status code, used to weight the outstanding principal (the contract gives none)
setting-working-days = count the time in a status in working days: Monday to Friday without French public holidays. Filters such as age>15d, the limit of slow deals and exports follow
setting-reduced-motion = no animation, and a time instead of a countdown (ENCOURS_REDUCED_MOTION=1 for one run)
setting-repeat = how often the rule is raised for one deal: once only, each time it begins to match, or daily while it matches
setting-severity = severity of the notifications that the rule raises
setting-when = filter that a deal must match, as in the filter line
setting-requires = fields to fill in before a deal enters this status: responsable is sent to the server, all others are saved on this device
setting-theme = colours of the full screen and the window
setting-changed = { $key } was changed in the file meanwhile, to `{ $value }`. Nothing was written. Look again, then repeat.
setting-form-count = a whole number of days, 0 or more
setting-form-currency = an ISO 4217 code of three capital letters, such as { $form }
setting-form-keys = keys by action, such as { $form }
setting-form-limits = two values, the last OK then the last on watch, such as { $form }
setting-form-percentages = percentages from 0 to 100 by status, such as { $form }
setting-form-reason = true, false or a list of texts
setting-form-text = a text, such as { $form }
setting-form-texts = a list of texts, such as { $form }
setting-form-tolerance = differences by metric, 0 or more, such as { $form }
setting-invalid = { $key }: “{ $value }” is not a valid value: { $why }. Expected: { $form }
setting-malformed = Not a valid value. Expected: { $form }
setting-no-profile = no profile is called { $name }. Profiles: { $known }
setting-no-choice = Not a valid value. Choose one of: { $known }
setting-read-only = { $file } is read-only. Nothing was written. Make the file writable, or edit another one with --config-dir.
setting-structure = { $key } cannot be written: the file has another structure there. Edit the file in an editor.
setting-unknown = No setting is called { $key }. `encours config list` lists them.
cli-wait-absurd = the server asked Encours to wait longer than a day. Encours waits one day at most, then tries again
cli-wait-ours = the server gave no waiting time. This one was set by Encours
cli-wait-asked = the server asked Encours to wait before the next request
cli-answer-page = the response is a web page. It came from a proxy or a sign-in page, not from the server
cli-answer-empty = the response is empty
cli-answer-type = the response’s content type is { $type }, not application/json
cli-answer-status = the response has status { $status }, but the contract expects { $success }
cli-answer-redirect = redirects are not followed. This one leads to { $target }
list-does-not-advance = the list does not advance: before the end, a page contained nothing new
list-does-not-end = the list does not end
shape-not-utf8 = the body is not UTF-8 text
shape-not-json = the body is not JSON
shape-too-deep = the body is nested too deeply
shape-another = the response is about another record: `{ $field }` is not the one requested
shape-expected = expected { $kind ->
   *[other] { $expected }
}
shape-field = field `{ $field }` must be { $kind ->
   *[other] { $expected }
}
store-damaged = a file of this profile is damaged. Restart Encours: the file is moved aside, and its contents are recovered or loaded again
store-misplaced = { $file } contains data that belongs in { $holds }. Nothing was changed. Restore the original file names
store-odd = { $file } can’t be used ({ $why }). Nothing was changed: move it away
store-unread = the data on this device couldn’t be read from the disk ({ $why }). Nothing was changed
store-newer = { $file } was written by a newer version (format { $found }, this version knows { $known }). Nothing was changed: install that version again
store-encryption-unsupported = the data in { $dir } is encrypted, and this program was built without encryption. Nothing was changed: use the program of the package, or build it with --features encryption
store-encryption-key = the data in { $dir } is encrypted, and its key is missing. Nothing was changed: restore the keyring or the passphrase file from a backup, or delete the data with encours logout --purge
store-encryption-unread = the data in { $dir } is encrypted, and its key couldn’t be read ({ $why }). Nothing was changed
store-encryption-mark = the data in { $dir } is encrypted, and the file “encryption” there is missing or damaged. Nothing was changed: restore that file from a backup
store-encryption-in-use = the data in { $dir } is in use. Nothing was changed: close every other window and command of this profile
store-encryption-leftover = { $why } in { $dir } would stay readable. Nothing was changed: move it away, or run encours purge --leftovers
store-encryption-copy = the data in { $dir } couldn’t be copied ({ $why }). Nothing was changed: run encours doctor --repair, then try again
store-not-a-directory = { $dir } is not a plain folder. Move it away, or choose another one with --data-dir (or ENCOURS_DATA_DIR)
store-not-ours = { $dir } belongs to another user of this device. Choose another folder with --data-dir (or ENCOURS_DATA_DIR)
store-closed = the folder { $dir } is read-only
store-full-here = the disk with the local data is full. Free some space
store-limited-here = a local data file has reached the size limit (ulimit -f). Raise the limit
store-limited = files in { $dir } have reached the size limit (ulimit -f)
store-full = the disk with { $dir } is full
usage-store = local data can’t be saved: { $why }. Choose another folder with --data-dir (or ENCOURS_DATA_DIR)
cli-not-kept = The loaded data is not saved for --offline: { $why }
cli-doctor-not-asked = not tried, requests are paused
cli-doctor-pause = Pause
cli-doctor-pause-until = after a 429, no request is sent before { $date }
cli-doctor-pause-do = Wait until then. If the server already responds to others: encours doctor --lift-pause. A request during a ban may extend it.
cli-doctor-pause-lifted = lifted, the next request will show whether the server responds
cli-doctor-layer = Organisation or included file
cli-doctor-no-file = { $file } doesn’t exist. Options, environment and defaults apply
cli-doctor-not-there = { $place } doesn’t exist
cli-doctor-store-do = Choose a folder you can write to: --data-dir or ENCOURS_DATA_DIR.
cli-logout-keyring = The system keyring did not respond, so it may still contain a secret: { $why }
cli-place-command = credential_command
cli-place-file = passphrase file
cli-place-keyring = system keyring
cli-place-none = none
cli-place-unknown = unknown (no response from the keyring)
value-type-text = text
value-type-code = code
value-type-date = date
value-type-datetime = date and time
value-type-decimal = decimal
value-type-integer = whole number
value-type-boolean = yes or no
value-type-reference = reference
importance-required = required
importance-important = important
importance-optional = optional
field-source-manual = entered
field-source-computed = calculated
field-source-taxonomy = taxonomy
field-source-kpi_snapshot = financial snapshot
unit-fraction = fraction
unit-multiple = multiple
unit-points = points
origin-given = from the taxonomy
origin-met = from a record
entity-type-societe_gestion = management company
cli-field-unit = Unit
cli-field-created-at = Created
cli-field-updated-at = Changed
cli-field-status-since = In this status since
cli-field-read-at = Read on
cli-field-own-severity = Severity
cli-field-due = Due
cli-field-city = City
cli-field-legal-form = Legal form
cli-field-date = Date
cli-field-troubled = Operations late or in litigation
cli-field-kyc-due = KYC files to review
cli-field-critical-alerts = Critical alerts
cli-field-kyc = KYC valid
cli-field-isin = ISIN
cli-field-vintage = Vintage
cli-field-currency = Currency
cli-field-code = Code
cli-field-label-en = English label
cli-field-rank = Rank
cli-field-operator = Operator
cli-field-spv = SPV
cli-field-type = Type
cli-field-layout = Layout
cli-field-query = Filter
cli-rule-matches = Matches
cli-rule-repeat = Repeat
cli-rule-notify = Notice
cli-field-pinned = Pinned
cli-mode-none = no list
cli-not-asked = not checked
cli-discarded = Discarded
cli-secret-removed = Secret removed
cli-purged-field = Profile deleted
cli-encrypted-field = Encrypted
cli-net-name = the host name can’t be resolved: { $why }
cli-net-proxy = the proxy { $proxy }, set in { $from }, can’t be reached: { $why }
cli-net-proxy-refuses = the proxy { $proxy }, set in { $from }, doesn’t connect to the server: { $why }
cli-net-proxy-sign-in = the proxy { $proxy } requires a valid user name and password: correct them in { $from }
cli-net-proxy-silent = no response in time through the proxy { $proxy }, set in { $from }
cli-output-lost = writing to standard output failed: { $why }
cli-net-tls-certificate = the connection is not secure: the server’s certificate can’t be verified. It may be self-signed
cli-net-tls-client = the connection is not secure: the server requires a client certificate, or rejected the one it received
cli-net-tls-expired = the connection is not secure: the server’s certificate has expired. It must be renewed, unless the clock of this device is wrong
cli-net-tls-garbled = the connection is not secure: the data received is corrupted. Something on the network may be altering it
cli-net-tls-host = the connection is not secure: the certificate is for { $names }, not for this host. Check the server’s address
cli-net-tls-issuer = the connection is not secure: this device doesn’t trust the authority that signed the server’s certificate. Add your own authority to extra_roots in the profile
cli-net-tls-name = the connection is not secure: the server doesn’t recognise this host name. Check the server’s address
cli-net-tls-no-host = the connection is not secure: the certificate is not for this host. Check the server’s address
cli-net-tls-none = the connection is not secure: the server presented no certificate
cli-net-tls-not-yet = the connection is not secure: the server’s certificate is not valid yet. Check the clock of this device
cli-net-tls-other = the connection is not secure: TLS couldn’t be set up
cli-net-tls-ended = the connection is not secure: it was closed before TLS began, and the server may not support TLS. Check the port in the server’s address
cli-net-tls-plain = the connection is not secure: the server did not respond with TLS. Check the port in the server’s address
cli-net-tls-purpose = the connection is not secure: the certificate is not a server certificate and must be replaced
cli-net-tls-revoked = the connection is not secure: the server’s certificate has been revoked. Report it to support
cli-net-tls-versions = the connection is not secure: the server supports no safe TLS version or cipher
cli-net-ended = the connection ended before the whole response arrived: { $why }
cli-net-silent = no response in time: { $why }
cli-net-withheld = no request was sent: --offline was given
cli-net-no-way = network unreachable
cli-net-refused = connection refused at this address
cli-net-reset = the connection was reset before the whole response arrived
cli-net-none = no connection: { $why }
first-start = Welcome. No server is configured on this device.
first-start-again = Type 1, 2 or 3, then press Enter.
first-start-demo = 1  demo: explore with sample data
first-start-leave = 3  quit
first-start-login = 2  login: save a key and use it

## Export and trends

action-export = Export
    .also = CSV, Excel, spreadsheet, workbook, JSON, PDF, PNG, print, report, download, file, printing, save as, extract, XLSX, image, picture, dump
    .about = { palette-words-deal }, list, table, data, portfolio, format, sheet
action-export-why = Save what is shown to a file.
button-open = Open
button-open-folder = Open folder
button-browse = Browse…
button-export = Export
concentration = largest share { $share }, concentration (HHI) { $value }
concentration-why = Share of the most frequent code in the total, and the Herfindahl-Hirschman index: the sum of the squared shares, from 0 (spread out) to 1 (a single code)
drill-operations = View these operations in the explorer
export-csv = CSV, decimal point
export-csv-spreadsheet = CSV for spreadsheets (BOM, local separators)
export-json = JSON, exact numbers
export-pdf = One-page report (.pdf)
export-pack-pdf = PDF (.pdf)
export-html = HTML page (.html)
export-md = Markdown (.md)
export-png = Image of the charts (.png)
export-xlsx = Excel workbook (.xlsx)
field-export-form = Format
field-export-path = File
form-export-deals-title = Export the deals shown
form-export-drawn-note = What is on screen, with the same layout and rounding.
form-export-whole-note = All data loaded here. Numbers are not rounded.
form-export-deals-note = Filter and order as on screen, columns as in the table. Numbers are not rounded.
form-export-note = Filter, order and columns as on screen. Numbers are not rounded.
form-export-portfolio-title = Export portfolio
form-export-sheet-title = Export the sheet
form-export-flow-title = Export the flow
form-export-flow-note = All sections as on screen. For programs, use encours flow.
form-export-records-note = Rows that match the filter, with every field received. Numbers are not rounded.
form-export-records-title = Export the records shown
form-export-selected-note = All selected deals, even those hidden by the filter, with the columns of the table. Numbers are not rounded.
form-export-selected-title = Export selected deals
form-export-tasks-title = Export tasks
form-path-empty = Enter a file path.
form-path-denied = No permission to write to this folder.
form-path-full = The disk is full.
form-path-is-a-folder = This path is a folder. Add a file name.
form-path-ending = This export only writes { $endings } files. Change the file extension.
form-path-name = This file name isn’t allowed there.
form-path-no-folder = This folder doesn’t exist.
form-path-not-a-folder = Part of this path is a file, not a folder.
form-path-read-only = This location is read-only.
form-path-taken = This file already exists. Confirm again to replace it.
portfolio-head-note-currency = server totals, deleted resources excluded, currency set on this device
reason-no-export = not available here, use encours export
keys-clash = the key `{ $key }` is assigned to two actions, `{ $first }` and `{ $second }`. Assign another key to one of them.
keys-no-action = there is no action `{ $name }`. Actions are listed in the manual (encours man, ACTIONS AND KEYS) and in the app’s help (`?`, then `/`).
keys-no-action-near = there is no action `{ $name }`. Did you mean: { $near }? All actions are listed in the manual (encours man, ACTIONS AND KEYS) and in the app’s help (`?`, then `/`).
keys-no-key = `{ $action }`: `{ $key }` is not a key. Use `x`, `X`, `ctrl-x`, `shift-left`, `space`, `enter` or `f1`.
keys-no-place = there is no screen `{ $name }`. Known screens: { $known }.
keys-not-there = `{ $action }` is not available in `{ $place }`.
series-all = Show all
series-hidden = hidden
series-hidden-short = hidden
series-hide = Hide from the chart · Alt+click: show only this one
series-key = { $name } in the chart
series-left-out = { $more ->
    [0] Hidden: { $names }
   *[other] Hidden: { $names } and { $more } more
}
series-show = Show in the chart · Alt+click: show only this one
show-charts = Show as chart
show-tables = Show as table
table-date = Date
table-sum = Sum
toast-export-failed = Export failed: { $why }
total-unchanged = unchanged
trend-empty = No history yet. It starts with the first sync.
trend-month = { $change } since { $date }
trend-month-from = monthly change available from { $date }
trend-month-how = History is recorded on this device, starting with the first sync. Each sync in Encours or with encours sync adds to it.
trend-month-same = unchanged since { $date }
trend-note = recorded on this device { $since }, axis from { $from }
trend-note-once = { $since } (this device), axis from { $from }
trend-note-once-table = { $since } (this device)
trend-note-table = recorded on this device { $since }
trend-spoken = { $label } – { $last }, { $change } { $since }
trend-spoken-once = { $label } – { $last }, { $since }
trend-spoken-same = { $label } – { $last }, unchanged { $since }
trend-statuses = Statuses
trend-statuses-spoken = Deals by status { $since }: { $lines }
trend-title = Trend
    .also = trend, curve, series, compare, last month
toast-open-failed = saved, but couldn’t be opened: { $why }
toast-exported = { $n ->
    [0] saved to { $folder }
    [one] saved to { $folder }, { $n } row
   *[other] saved to { $folder }, { $n } rows
}

## Window and desktop

delete-final = Undo with { $key } for { $s } s, then it’s permanent.
delete-go = Delete
delete-keep = Keep
delete-title = Delete this deal?
hint-keep = keep
hint-keep-deal = keep the deal
hint-stay = stay
leave-conflicts = { $n ->
    [one] { $n } conflict needs your decision and stays on this device.
   *[other] { $n } conflicts need your decision and stay on this device.
}
leave-title-conflicts = { $n ->
    [one] Quit with { $n } unresolved conflict?
   *[other] Quit with { $n } unresolved conflicts?
}
leave-what-conflicts = Nothing is sent until you decide. Saved on this device and shown again at the next launch.
leave-plan = { $n ->
    [one] The planned change to { $n } deal isn’t applied yet and will be lost.
   *[other] The planned change to { $n } deals isn’t applied yet and will be lost.
}
leave-title-plan = { $n ->
    [one] Quit without applying the change to { $n } deal?
   *[other] Quit without applying the change to { $n } deals?
}
leave-what-plan = It isn’t saved. Stay to apply or close it.
leave-forget = Discard and quit
leave-keep = Keep and quit
leave-send = Send and quit
leave-what = Send now (can’t be undone), or keep for next time.
leave-what-waiting = Saved on this device. Sent after the next launch, once the server responds.
leave-what-both = Send the unsent ones now (can’t be undone), or keep them for next time. Pending ones are saved on this device and sent after the next launch, once the server responds.
leave-what-both-unsent = Nothing can be sent now. All changes are saved on this device. At the next launch, unsent ones can still be undone before they are sent.
leave-what-unsent = Nothing can be sent now. Saved on this device, and you can still undo at the next launch.
leave-title-both = Quit with { $n } unsent and { $waiting } pending { $waiting ->
    [one] change
   *[other] changes
}?
leave-title-waiting = { $n ->
    [one] Quit with { $n } pending change?
   *[other] Quit with { $n } pending changes?
}
leave-title = { $n ->
    [one] Quit with { $n } unsent change?
   *[other] Quit with { $n } unsent changes?
}
left-waiting = { $n ->
    [one] { $n } unsent change saved in the outbox
   *[other] { $n } unsent changes saved in the outbox
}
left-conflicts = { $n ->
    [one] { $n } conflict to resolve
   *[other] { $n } conflicts to resolve
}
left-refused = { $n ->
    [one] { $n } rejected change to review
   *[other] { $n } rejected changes to review
}
left-and = { ", " }
left-see = { $what }: encours outbox list
toast-sent-since-opened = { $n ->
    [one] { $n } pending change sent
   *[other] { $n } pending changes sent
}
toast-held-again = { $n ->
    [one] { $n } unsent change restored
   *[other] { $n } unsent changes restored
}
toast-held-again-deletion = deletion pending from last session{ $others ->
    [0] {""}
    [one] {" "}(and { $others } other change)
   *[other] {" "}(and { $others } other changes)
}
toast-held-again-deletions = { $n } unsent changes from last session, including { $deletions } deletions
kept-deletions-keep = { $n ->
    [one] Keep the deal
   *[other] Keep the deals
}
kept-deletions-title = { $n ->
    [one] Go ahead with { $n } deletion from last session?
   *[other] Go ahead with { $n } deletions from last session?
}
kept-deletions-what = Nothing has been sent yet. If you confirm, you have { $s } s to undo, then it’s permanent.
leave-demo = The demo doesn’t save anything when it closes.
leave-stay = Stay
report-made = Created on { $at }, totals loaded on { $read }
report-made-unread = Created on { $at }, no totals loaded
passphrase-advised = Use 12 characters or more, such as four unrelated words.
passphrase-fair = Fair. One more word makes it strong.
passphrase-strong = Strong.
passphrase-weak = Weak. Use several words.
sign-in-base-url = Server address, ending with /v1
sign-in-do = Your administrator gives you the address and the key. The secret is stored only in this device’s keyring or, if there is none, in a file protected by a passphrase.
sign-in-do-no-keyring = Your administrator gives you the address and the key. This device has no keyring: the secret is stored only in a file protected by a passphrase.
sign-in-go = Sign in
sign-in-incomplete = fill in every field
sign-in-hide = Hide
sign-in-kept-file = File
sign-in-kept-key = Key
sign-in-kept-read = { $file }: found, locked
sign-in-kept-service = Server
sign-in-kept-unread = { $file }: can’t be read
sign-in-key-id = Public key ID
sign-in-show = Show
sign-in-new-passphrase = Passphrase, if this device has no keyring (optional)
sign-in-needed-passphrase = Passphrase, to save the key on this device
sign-in-encrypt = Encrypt the data on this device
locked-title = Encours is locked
locked-passphrase = Passphrase
locked-passphrase-do = Type the passphrase of the key, then press Enter. Synchronisation continues.
locked-enter-do = Press Enter to open. Synchronisation continues.
locked-checking = Checking…
locked-open = Open
locked-quit = Ctrl+C quits
sign-in-passphrase = Passphrase
sign-in-secret = Key secret, pasted once
sign-in-title = Sign in to the server
sign-out-title = Sign out of { $who }?
sign-out-note = The secret is removed from this device. Loaded data and pending changes stay. Pending changes are sent after you sign in again with this key.
sign-out-go = Sign out
signed-out-what = You are signed out.
signed-out-do = The secret was removed from this device. Loaded data and pending changes are still available.
sign-in-unlock = Unlock the key saved on this device
start-use-key = Enter the key again…
start-passphrase-do = Enter it. It isn’t saved.
start-passphrase-what = The secret of this key is protected by a passphrase.
toast-no-dialog = no file dialog on this desktop, type the path
notices-due = Follow-up due: { $name }
notices-due-many = { $n } follow-ups are due
notices-due-text = Follow-up due: { $name } – { $text }
notices-many = { $n ->
    [one] { $n } new notification
   *[other] { $n } new notifications
}
sign-in-invalid-address-do = Nothing was sent. Correct the address: it starts with https:// and ends with /v1.
sign-in-invalid-address-what = This address isn’t valid.
sign-in-invalid-both-do = Nothing was sent. Correct the address: it starts with https:// and ends with /v1. Paste the secret again, on one line with nothing else.
sign-in-invalid-both-what = Neither the address nor the secret is valid.
sign-in-error-response-do = The key was sent, but nothing was saved on this device. Check the address. If it is correct, try again or send the message below to your administrator.
sign-in-error-response-what = Something responded at this address, but sign-in failed.
sign-in-no-keyring-do = Nothing was sent. Enter a passphrase below to protect the secret.
sign-in-no-keyring-what = This device has no keyring to store the secret.
sign-in-invalid-secret-do = Nothing was sent. Paste the secret again, on one line with nothing else.
sign-in-invalid-secret-what = This secret isn’t valid.
sign-in-not-stored-do = The server accepted the key, and nothing was changed on it. Enter a passphrase below, or free up the location shown below, then sign in again.
sign-in-not-stored-what = The secret couldn’t be saved on this device.
sign-in-key-rejected-do = Nothing was saved on this device. Correct the ID or the secret.
sign-in-key-rejected-what = The server rejected this key.
sign-in-no-response-do = Nothing was saved on this device. Check the address and the network, then sign in again.
sign-in-no-response-what = No server responded at this address.
sign-in-wrong-passphrase-do = Nothing was sent. Enter the passphrase again.
sign-in-wrong-passphrase-what = This passphrase doesn’t unlock the key saved on this device.
error-no-secret-do = Save it with encours login in another terminal, then refresh. Or restart Encours with ENCOURS_SECRET, or with a credential_command in this profile of config.toml.
error-no-secret-kept = The server wasn’t contacted.
error-no-secret-kept-read = The server wasn’t contacted. You can browse loaded data, and changes are saved on this device.
error-no-secret-what = No usable secret for this key.
error-no-user-do = Choose one with “Switch user…” in the palette. Or start Encours with --as-user, or set as_user in this profile of config.toml.
error-no-user-kept = The server wasn’t contacted.
error-no-user-what = These lists belong to a user, and none is selected.
error-not-asked-do = Correct the request.
error-not-asked-kept = Nothing was sent.
error-not-asked-what = This request isn’t valid.
foot-mean-short = avg
number-outside = { $name } is outside the server’s range: shown as received, excluded from averages
action-select-down = Extend selection down
action-select-up = Extend selection up
form-export-requests-title = Export recent requests from this device
form-export-changes-note = All changes that match the list’s filter, including collapsed ones.
form-export-changes-title = Export changes since your last visit
form-export-checks-title = Export the checks
form-export-compare-title = Export the comparison
form-export-writes-title = Export recent changes from this device
action-select-down-why = Add the row below to the range.
action-select-up-why = Add the row above to the range.

# Board sorting, moving cards by keyboard, cell ranges, swimlanes and exports.
slowness-slow = Slow
slowness-stuck = Stuck
stale-line = { $slowness }: { $said } ({ $how })
stale-limit = { $slowness }: more than { $limit } in this status
stale-compared = longer than { $share } of the { $n } deals in this status with a known age
stale-bounds = ({ $n } more with a minimum age only)
stale-history = history since { $date }
swimlane-slow = { $n ->
    [one] { $n } slow or stuck
   *[other] { $n } slow or stuck
}
bulk-lane-title = Move to { $status }, assign to { $owner }
toast-moving-back = moving back, not confirmed yet
toast-moved-back-many = { $n ->
    [one] { $n } deal moved back, time in status restarts
   *[other] { $n } deals moved back, time in status restarts
}
toast-would-undo = already sent. Press { $key } again to revert it
toast-would-undo-many = { $n ->
    [one] { $n } change already sent. Press { $key } again to revert it
   *[other] { $n } changes already sent. Press { $key } again to revert them
}
toast-would-move-back = already moved. Press { $key } again to move it back (time in status restarts)
toast-would-move-back-many = { $n ->
    [one] { $n } deal already moved. Press { $key } again to move it back (time in status restarts)
   *[other] { $n } deals already moved. Press { $key } again to move them back (time in status restarts)
}
toast-moved-back = moved back, time in status restarts
export-age-days = Time in status (days)
export-age-working-days = Time in status (working days)
export-age-bound = Time in status is a minimum
export-after = After
export-answer = HTTP status
export-before = Before
export-fault = Error
export-file-past = as-of-
export-file-sheet = sheet
export-file-deals = deals
export-file-records = records
export-file-selected = deals selected
export-file-changes = changes
export-file-writes = journal
export-named = { $name }: { $value }
export-subject = Subject
export-took = Duration (ms)
export-sheet-deals = Deals
export-total = Total
export-value = Value
export-code = Code
export-series = Series
export-at = Recorded at
export-every-change = Complete until next point
export-share = Share
export-largest-share = largest share
export-hhi = concentration (HHI)
export-field = Field
export-note = Note
foot-cells = { $n } cells ({ $rows } × { $columns })
action-grab = Pick up card
    .also = drag, carry, drop, pick up
    .about = { palette-words-deal }
action-grab-why = Pick up the card. Arrow keys move it to another column or swimlane, Enter drops it, Esc cancels.
action-turn-order = Sort cards by next field
    .also = order, arrange, rank
    .about = { palette-words-deal }
action-turn-order-why = Time in status, name, owner, asset class, metric on the cards, principal.
action-reverse-order = Reverse card order
    .also = reverse, invert, ascending, descending
    .about = { palette-words-deal }
action-reverse-order-why = Sort by the same field, in the opposite direction.
action-select-left = Extend selection left
action-select-left-why = Add the column to the left to the range.
action-select-right = Extend selection right
action-select-right-why = Add the column to the right to the range.
grab-put-back = { $name }, move cancelled
heard-undo = { $key } to undo
grab-said = { $name } picked up: { $change }. Arrow keys move, { $drop } drops, { $back } cancels.
grab-said-short = { $change } · { $drop } drops, { $back } cancels
grab-said-keys = Arrows, { $drop } drops, { $back } cancels
grab-place = { $n ->
    [one] { $status }, place { $place } of { $total }
   *[other] { $status }, places { $place } of { $total }
}
grab-place-lane = { $n ->
    [one] { $status }, { $lane }: place { $place } of { $total }
   *[other] { $status }, { $lane }: places { $place } of { $total }
}
drag-class = Asset class can’t be changed here. The deal stays in { $class }
drag-lands = { $n ->
    [one] lands at { $place } of { $total }
   *[other] land at { $place } of { $total }
}
bulk-apply = Apply to { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}
bulk-apply-deletion = Delete { $n ->
    [one] { $n } deal
   *[other] { $n } deals
}

## Delegated users

acting-for = as { $user }
acting-key = the key itself
acting-key-short = the key
button-act-for = Switch user
acting-refused = { $user }, rejected
acting-turning = as { $user }, opening { $next }…
acting-unknown = { $user }, unknown
empty-no-user = This list belongs to a user. No user is selected.
field-setting = Value
field-user = User ID
form-user-blank = The ID starts or ends with a space.
form-user-control = The ID contains a character that can’t be sent.
form-user-empty = Enter a user ID.
form-user-long = The ID is longer than 255 characters.
form-user-note = Nothing is sent yet. The server will check that the user exists and that this key can act as them.
form-user-title = Act as another user
form-user-unknown = No known user has this ID. Confirm again to use it anyway.
leave-queue-stay = Keep acting as { $user }
leave-queue-stays = { $n ->
    [one] It stays unsent
   *[other] They stay unsent
} until you act as { $user } again.
leave-queue-title = { $n ->
    [one] Switch user with { $n } unsent change?
   *[other] Switch user with { $n } unsent changes?
}
leave-queue-turn = { $n ->
    [one] Leave it
   *[other] Leave them
} and switch to { $next }
reason-store-opening = still switching user
reason-session-loading = still loading
toast-acts-already = Already acting as { $user }
toast-acts-for = Now acting as { $user }
toast-acts-for-left = Now acting as { $user }. { $n ->
    [one] { $n } unsent change stays
   *[other] { $n } unsent changes stay
} with { $before }
toast-turn-failed = Can’t act as { $user }, still acting as { $now }: { $why }
toast-turn-window = { $user } is already open in another window, now in front. This window still acts as { $now }
toast-user-unknown = User { $user } doesn’t exist on the server. Check the ID or choose another user
users-apart = Views, preferences and pending changes are separate for each user. Deals are shared.
users-named = configured
users-now = current
users-other = Another user…
users-title = Switch user
users-refused = rejected by the server
users-unknown = unknown to the server
users-waiting = { $n ->
    [0] no pending changes
    [one] { $n } pending change
   *[other] { $n } pending changes
}
toast-sort-replaced = { $n } sort columns at most, { $column } removed

## Flow

flow-active = In the pipeline
flow-advanced = Advanced
flow-age = Age (d)
flow-already-there = { $n } of { $total } stays began before the period or the first observation. Their ends count; times in status are measured without them.
flow-at-least-p50 = At least (50%)
flow-at-least-p85 = At least (85%)
flow-bounds = Bounds (d)
flow-by-class = by class
flow-by-none = all deals
flow-by-owner = by owner
flow-conversion = Conversion
flow-coverage = { $n ->
    [one] 1 move
   *[other] { $n } moves
} observed since { $date }, { $exact } with an exact time.
flow-created = New
flow-cycle-times = Cycle times
flow-cycles = { $n ->
    [one] 1 deal
   *[other] { $n } deals
} from new to closing: half within { $p50 } days, 85% within { $p85 }, 95% within { $p95 }.
flow-cycles-excluded = { $n ->
    [one] 1 deal is
   *[other] { $n } deals are
} excluded: { $n ->
    [one] it
   *[other] they
} existed before the first observation.
flow-days = Days
flow-deals = Deals
flow-deals-by-status = At week’s end
flow-deleted = Deleted
flow-empty = Nothing observed in this period yet. The figures come from the moves that Encours observes on this device.
flow-few = ~ Fewer than { $n } observations: too few to rely on.
flow-finished = Closing
flow-forecast = Closings that 50% and 85% of the draws from { $n } complete { $n ->
    [one] week
   *[other] weeks
} reach. Tests: the same forecast at earlier weeks, and how often it held.
flow-forecast-none = No forecast: { $n ->
    [one] 1 complete week
   *[other] { $n } complete weeks
} observed, at least { $min } are needed.
flow-forecasts = Forecast
flow-from = From
flow-leads-to-next = Open a line to see the deals now in its next status.
flow-leads-to-status = Open a line to see the deals now in its status.
flow-loading = Counting moves…
flow-loss = ▲ Largest loss: { $status }, { $few }{ $n } of { $total } lost or deleted deals.
flow-loss-mark = ▲ Largest loss of its group.
flow-losses = ▲ Largest losses: { $status }, { $few }{ $n } of { $total } lost or deleted deals each.
flow-lost = Lost
flow-median = Median (d)
flow-met-p50 = Reached (50%)
flow-met-p85 = Reached (85%)
flow-moved-back = Back
flow-moves = Moves
flow-of = { $value } of { $n }
flow-open = Open deals
flow-over = Over 85%
flow-p85 = 85% in (d)
flow-present-only = The flow shows the present only. Return to the present to see it.
flow-paused = Paused
flow-period-all = Everything
flow-period-quarter = 3 months
flow-period-year = 12 months
flow-share = Share
flow-shown = { $shown } of { $n } shown.
flow-statuses = Funnel
flow-stays = Stays
flow-still-there = Still there
flow-tests = Tests
flow-to = To
flow-week = Week of
flow-weeks = Weeks
flow-won = Won
flow-won-lost = Won: { $won }. Lost: { $lost }.
