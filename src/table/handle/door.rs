//! How the tables of a game are opened, and the [`Door`] to their rules and views.

use std::rc::Rc;

use dioxus::prelude::*;
use dioxus::signals::{AnyStorage, BorrowMutError, UnsyncStorage};
use takujo_core::domain::session::LoadError;
use takujo_core::i18n::Lang;
use takujo_core::table::sitting::{Sitting, TableRules};
use takujo_core::table::update::Model;

use super::super::views::Views;
use super::any::{AnyTable, Door, RulesRef, TabInfo};
use super::of_game::Table;
use crate::play::StoredTable;
use crate::state::App;

impl<G: Views> Door for CopyValue<Sitting<G>> {
    fn rules(&self) -> RulesRef {
        UnsyncStorage::map(self.peek_unchecked(), |sitting| sitting as &dyn TableRules)
    }

    fn change(&self, change: &mut dyn FnMut(&mut dyn TableRules)) -> Result<(), BorrowMutError> {
        change(&mut *self.try_write_unchecked()?);
        Ok(())
    }

    fn tabs(&self, l: Lang) -> Vec<TabInfo> {
        G::tabs().iter().map(|tab| (tab.id, (tab.label)(l), tab.glyph)).collect()
    }

    fn view(&self, table: AnyTable, tab: usize) -> Element {
        match G::tabs().get(tab) {
            Some(tab) => (tab.view)(Table::new(table, *self)),
            None => VNode::empty(),
        }
    }

    fn end(&self) {
        self.manually_drop();
    }
}

/// Opens a table of the game `G` that was read from the disk, or continues with it if it is still open.
///
/// # Errors
/// [`LoadError`] says what is wrong with it.
pub fn open_table<G: Views>(app: App, stored: &StoredTable) -> Result<AnyTable, LoadError> {
    let StoredTable { head, log, draft, live, .. } = stored;
    if let Some(any) = AnyTable::held(&head.id) {
        return Ok(any);
    }
    // These taps follow the log, and are made again at once.
    let waiting = live.as_ref().map_or(0, |live| live.waits_after(log.len()));
    let (sitting, drafts) = Sitting::<G>::resume(head, log, draft.as_deref(), waiting)?;
    let model = Model::new(head.clone(), log.to_vec(), draft.clone(), drafts);
    Ok(AnyTable::new(app, model, Rc::new(CopyValue::new_in_scope(sitting, ScopeId::ROOT))))
}
