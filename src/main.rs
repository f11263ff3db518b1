//! Starts the app.
fn main() {
    takujo::app::launch();
}
